// Takes webhooks of the service: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
if (key.length < 24) throw new Error('WEBHOOK_SECRET must be what `commissions channels add` has printed');

const toleranceS = 5 * 60;
const maxBytes = 64 * 1024;
/** A delivery may come twice. A bot that is restarted keeps these in a file or a database. */
const seen = new Set();

/** Whether the headers hold a signature of this body, made a short while ago. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceS)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((entry) => {
    const [version, text = ''] = entry.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await readBody(request).catch(() => null) : null;
  if (body === null || !isGenuine(request.headers, body)) return response.writeHead(400).end();
  const id = request.headers['webhook-id'];
  // Respond last: a delivery that fails here is repeated.
  if (!seen.has(id)) handle(JSON.parse(body));
  seen.add(id);
  response.writeHead(204).end();
});

/** Here a bot does its work. The texts in `data` were written by strangers. */
function handle({ type, data }) {
  console.log(JSON.stringify({ type, number: data.number, url: data.url }));
}

server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1', () => {
  console.log(`Listening on port ${server.address().port}`);
});

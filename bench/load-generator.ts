import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Job, Outcome } from './load-job.ts';
import { createSubmissionBody, type SubmissionBody } from './submission-body.ts';

/** The program that sends submissions, in a process of its own so that its work is not taken for the server's. */
process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ failure: String(error) } satisfies Outcome),
  );
});
process.on('disconnect', () => process.exit(0));

async function run({ port, load }: Job): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.concurrency });
  const body = createSubmissionBody(load);
  let left = load.submissions;

  async function sendInTurn(): Promise<void> {
    while (left-- > 0) await submit(port, agent, body);
  }

  const startedAt = performance.now();
  try {
    await Promise.all(Array.from({ length: load.concurrency }, sendInTurn));
    return { wallMs: performance.now() - startedAt };
  } finally {
    agent.destroy();
  }
}

async function submit(port: number, agent: Agent, body: SubmissionBody): Promise<void> {
  const response = await send(port, agent, body);
  const answer = await text(response);
  if (response.statusCode !== 201) throw new Error(`Answered ${response.statusCode} instead of 201: ${answer}`);
}

function send(port: number, agent: Agent, body: SubmissionBody): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/v1/commissions',
      headers: {
        'content-type': body.contentType,
        'content-length': body.bytes,
        'user-agent': 'bench',
        'x-forwarded-for': '203.0.113.7, 10.0.0.1',
      },
    });
    outgoing.on('response', resolve).on('error', reject);
    for (const piece of body.pieces) outgoing.write(piece);
    outgoing.end();
  });
}

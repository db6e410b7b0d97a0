import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The behaviour of receivers when a webhook arrives. */
const behaviours = {
  accepts: (response: ServerResponse) => void response.writeHead(204).end(),
  refuses: (response: ServerResponse) => void response.writeHead(500).end('no'),
  hangs: () => {},
  drips: (response: ServerResponse) => drip(response),
  redirects: (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  'sends a gigabyte': (response: ServerResponse) => sendGigabyte(response),
  'is gone': (response: ServerResponse) => void response.writeHead(410).end(),
  'is busy for a day': (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '86400' }).end(),
  'closes in the middle': (response: ServerResponse) => void response.destroy(),
} as const;

type Behaviour = keyof typeof behaviours;
export const allBehaviours = Object.keys(behaviours) as Behaviour[];

export interface Receivers {
  urlOf(behaviour: Behaviour): URL;
  /** The number of arrivals of each `webhook-id`, with the time of the first one by `performance.now()`. */
  readonly received: ReadonlyMap<string, { readonly count: number; readonly firstAt: number }>;
  close(): Promise<void>;
}

/** Starts one server for all receivers. The path selects the behaviour. */
export async function startReceivers(): Promise<Receivers> {
  const received = new Map<string, { count: number; firstAt: number }>();
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    const behaviour = decodeURIComponent(request.url?.slice(1) ?? '') as Behaviour;
    response.on('error', () => {});
    request.resume().once('end', () => {
      const known = received.get(id) ?? { count: 0, firstAt: performance.now() };
      received.set(id, { ...known, count: known.count + 1 });
      behaviours[behaviour](response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (behaviour) => new URL(`http://127.0.0.1:${port}/${encodeURIComponent(behaviour)}`),
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends one byte a second, starting with the head, so that no status ever arrives complete. */
function drip(response: ServerResponse): void {
  const text = 'HTTP/1.1 200 OK\r\n';
  let at = 0;
  const timer = setInterval(() => {
    if (at === text.length || response.socket === null) clearInterval(timer);
    else response.socket.write(text.charAt(at++));
  }, 1000);
  response.once('close', () => clearInterval(timer));
}

function sendGigabyte(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024);
  response.writeHead(200, { 'content-length': 2 ** 30 });
  const write = () => void (response.destroyed || response.write(chunk, write));
  write();
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  readonly atMs: number;
}

export type PlannedAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'cut'
  | 'silence';

/** A server with a planned response for each request, for faults that the service cannot produce. The last repeats. */
export async function startFakeService(plans: readonly PlannedAnswer[]) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const plan = plans[Math.min(received.length, plans.length - 1)] ?? 'cut';
    const atMs = performance.now();
    let bytes = 0;
    const entry = { path: request.url ?? '', headers: request.headers, atMs };
    if (plan === 'cut') {
      received.push({ ...entry, bytes });
      request.socket.resetAndDestroy();
      return;
    }
    for await (const chunk of request) bytes += chunk.length;
    received.push({ ...entry, bytes });
    if (plan === 'silence') {
      await Promise.race([sleep(60_000, null, { ref: false }), once(request.socket, 'close')]);
      return;
    }
    response.writeHead(plan.status, { 'content-type': 'application/json', ...plan.headers });
    response.end(JSON.stringify(plan.body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** What it answers. */
  status: number;
  /** How many webhooks have come since it answers so. */
  received: number;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      receiver.received += 1;
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    status: 204,
    received: 0,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}

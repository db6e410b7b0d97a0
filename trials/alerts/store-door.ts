import { once } from 'node:events';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between the services and their object store. */
export interface StoreDoor {
  readonly endpoint: string;
  /** How long each PUT waits before it reaches the store. */
  putDelayMs: number;
  /** Whether each DELETE gets the answer that a policy without `s3:DeleteObject` gives. */
  refusesDeletes: boolean;
  close(): Promise<void>;
}

const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>';

/** Requests keep their headers, so that their signatures stay valid. */
export async function openStoreDoor(storeEndpoint: string): Promise<StoreDoor> {
  const store = new URL(storeEndpoint);
  const server = createServer((incoming, response) => {
    // A killed service leaves a call in the middle.
    pass(incoming, response).catch(() => response.destroy());
  });

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    if (method === 'DELETE' && door.refusesDeletes) {
      incoming.resume();
      return void response.writeHead(403, { 'content-type': 'application/xml' }).end(refusal);
    }
    if (method === 'PUT') await sleep(door.putDelayMs);
    const outgoing = openRequest({ host: store.hostname, port: store.port, method, path, headers, agent: false });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    await Promise.all([pipeline(incoming, outgoing), answered]);
    const [answer] = await answered;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const door: StoreDoor = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    putDelayMs: 0,
    refusesDeletes: false,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return door;
}

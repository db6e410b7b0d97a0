import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Resolves with an unused port of 127.0.0.1, for a process that cannot choose a port itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

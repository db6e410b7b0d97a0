import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from '../../configuration/config.ts';
import { callersOfSocketFile } from '../../intake/submission/client-address.ts';
import { StartError } from '../program/start-failure.ts';

/** The path of a socket file that another process has opened is unknown here. */
const passedFile = 'a socket file that was passed';

/**
 * Takes connections from a socket that another process has opened and keeps: it stays open when the app closes, and what the
 * app has not accepted waits for the next start. Resolves with `http://<address>:<port>`, or with `passedFile`.
 * @throws {StartError} when it is no listening stream socket
 */
export async function listenOnPassedSocket(app: FastifyInstance, descriptor: number): Promise<string> {
  const { server } = app;
  // The framework reads the address of the listener, and this one has none.
  server.once('listening', () => {
    if (server.address() === null) server.address = () => passedFile;
  });
  try {
    // Node.js takes the descriptor and ignores the host, which keeps the framework from listening on others.
    return await app.listen({ fd: descriptor, host: '127.0.0.1' } as FastifyListenOptions);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`File descriptor ${descriptor}, which was passed, is no listening stream socket: ${code}`, {
      cause: error,
    });
  }
}

/** What the configuration demands beside a socket file of its own, beside one that was passed. @throws {StartError} */
export function assertClientsAreKnown(addresses: readonly (string | undefined)[], { trustedProxies }: Config): void {
  if (!addresses.includes(passedFile) || trustedProxies.includes(callersOfSocketFile)) return;
  throw new StartError(
    `TRUSTED_PROXIES must have ${callersOfSocketFile} beside ${passedFile}: no client has an address otherwise`,
  );
}

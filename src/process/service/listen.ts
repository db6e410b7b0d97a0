import { lookup } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';
import { socketPathOf } from '../../configuration/listen-host.ts';
import { StartError } from '../program/start-failure.ts';
import { listenOnPassedSocket } from './listen-on-passed-socket.ts';
import { listenOnSocketFile } from './socket-file.ts';

interface ListenOptions {
  /** An address, a name, or `unix:` and the path of a socket file, which needs no port. */
  readonly host: string;
  readonly port: number;
  /** The variables that set the two, for messages. */
  readonly variables: { readonly host: string; readonly port: string };
  /** The file descriptor of a socket that listens already, and comes before host and port. */
  readonly passed: number | undefined;
}

/**
 * Listens on one address. For a name with several addresses the framework would start servers of its own, without our
 * connection rules. Resolves with `http://<address>:<port>`, or with the host of a socket file.
 * @throws {StartError} when address, port or socket file is unavailable
 */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<string> {
  if (options.passed !== undefined) return listenOnPassedSocket(app, options.passed);
  const path = socketPathOf(options.host);
  if (path !== null) {
    await listenOnSocketFile(app, path, options.variables.host);
    return options.host;
  }
  try {
    const { address } = await lookup(options.host);
    return await app.listen({ host: address, port: options.port });
  } catch (error) {
    const message = messageOf(error as NodeJS.ErrnoException, options);
    throw message === null ? error : new StartError(message, { cause: error });
  }
}

function messageOf({ code }: NodeJS.ErrnoException, { host, port, variables }: ListenOptions): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program: stop that program, or set another ${variables.port}`;
    case 'EACCES':
      return (
        `This account has no right to listen on port ${port}: set ${variables.port} to 1024 or higher, ` +
        'and let a proxy listen on the lower port'
      );
    case 'EADDRNOTAVAIL':
      return `${variables.host} (${host}) is not an address of this machine: set one of its addresses, 127.0.0.1 or 0.0.0.0 for example`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${variables.host} (${host}) is a name without an address: correct it, or set an address such as 127.0.0.1`;
    default:
      return null;
  }
}

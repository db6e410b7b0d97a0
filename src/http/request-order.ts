import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Which requests of a connection come last: a client may send several before the first is answered. */
export interface RequestOrder {
  /** The response to the newest request there that will be answered. */
  newestResponse(connection: Socket): ServerResponse | undefined;
  /** Whether nothing that will be answered has come behind the request. */
  isNewest(request: IncomingMessage): boolean;
  /** The connection will be closed: no later request there may be processed (RFC 9112 section 9.6). */
  close(connection: Socket): void;
  isClosed(connection: Socket): boolean;
}

export function watchRequestOrder(server: Server): RequestOrder {
  const newest = new WeakMap<Socket, ServerResponse>();
  const closed = new WeakSet<Socket>();
  // Before the framework's own listener, which may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    if (!closed.has(socket)) newest.set(socket, response);
  });
  return {
    newestResponse: (connection) => newest.get(connection),
    isNewest: (request) => newest.get(request.socket)?.req === request,
    close: (connection) => void closed.add(connection),
    isClosed: (connection) => closed.has(connection),
  };
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The state of a client's connection. */
interface Connection {
  /** The response that is being created or sent, or the last one that was. */
  current: ServerResponse | null;
  /** The response to the newest request, which may still be waiting. */
  latest: ServerResponse | null;
  /** True after invalid input. No further request is handled (RFC 9112 section 9.6). */
  isRejected: boolean;
}

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const connection = { current: null, latest: null, isRejected: false };
  connections.set(socket, connection);
  return connection;
}

/**
 * Passes a connection's requests to `handle` one at a time, in order of arrival (RFC 9112 section 9.3.2). One may wait
 * for the running one, because a client that has read an early verdict sends its next request right behind the rest of
 * the body. The connection ends behind it when a third one arrives. Drops requests after a response that closes the
 * connection.
 */
export function serializeRequests(handle: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    const { current, latest } = connection;
    if (connection.isRejected) return drop(request);
    if (latest !== null && latest !== current) return endBehind(latest, socket);
    connection.latest = response;
    if (current === null || current.closed) start();
    else current.once('close', start);

    function start(): void {
      if (!socket.writable) return;
      connection.current = response;
      handle(request, response);
    }
  };
}

/** An unread request would block the draining of its connection. */
function drop(request: IncomingMessage): void {
  request.resume();
}

/**
 * Makes this the last response of the connection. Otherwise Node would create and keep the responses to all requests
 * that it has read, over a thousand. No public API prevents this. Node's server uses `onIncoming` in every version from
 * 20 to 26.
 */
function endBehind(waiting: ServerResponse, socket: ParsedSocket): void {
  connectionOf(socket).isRejected = true;
  waiting.shouldKeepAlive = false;
  const dropped = (request: IncomingMessage) => {
    drop(request);
    return 0;
  };
  if (socket.parser) socket.parser.onIncoming = dropped;
}

type ParsedSocket = Socket & { readonly parser?: { onIncoming: unknown } | null };

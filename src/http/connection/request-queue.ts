import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum requests of one connection that wait for the running one. A client that pipelines more is disconnected. */
const maxWaitingRequests = 16;
/** Maximum bytes that arrive while requests wait. Two requests may always wait, because headers may be long. */
const maxWaitingBytes = 32 * 1024;
const alwaysWaitingRequests = 2;

/** The state of a client's connection. */
interface Connection {
  /** The response that is being created or sent, or the last one that was. */
  current: ServerResponse | null;
  /** The response to the newest request, which may still be waiting. */
  latest: ServerResponse | null;
  waiting: number;
  /** Bytes that the connection had received when the first of the waiting requests began to wait. */
  bytesBefore: number;
  /** True after invalid input. No further request is handled (RFC 9112 section 9.6). */
  isRejected: boolean;
}

const connections = new WeakMap<Socket, Connection>();

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const connection = { current: null, latest: null, waiting: 0, bytesBefore: 0, isRejected: false };
  connections.set(socket, connection);
  return connection;
}

/**
 * Passes a connection's requests to `handle` one at a time, in order of arrival (RFC 9112 section 9.3.2). Drops
 * requests after a response that closes the connection.
 */
export function serializeRequests(handle: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    if (connection.isRejected) {
      // An unread request would block the draining of the connection.
      request.resume();
      return;
    }
    const previous = connection.latest;
    connection.latest = response;
    if (previous === null || previous.closed) {
      start();
    } else if (isFull(connection, socket)) {
      disconnect(socket);
    } else {
      if (connection.waiting === 0) connection.bytesBefore = socket.bytesRead;
      connection.waiting += 1;
      previous.once('close', () => {
        connection.waiting -= 1;
        start();
      });
    }

    function start(): void {
      if (!socket.writable) return;
      connection.current = response;
      handle(request, response);
    }
  };
}

function isFull({ waiting, bytesBefore }: Connection, { bytesRead }: Socket): boolean {
  if (waiting < alwaysWaitingRequests) return false;
  return waiting === maxWaitingRequests || bytesRead - bytesBefore > maxWaitingBytes;
}

/**
 * Destroys the connection and stops its parser. Otherwise Node would parse all it has read, over a thousand requests,
 * and create their objects. No public API does this. Node's server uses `onIncoming` in every version from 20 to 26.
 */
function disconnect(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => 0;
  socket.destroy();
}

type ParsedSocket = Socket & { readonly parser?: { onIncoming: unknown } | null };

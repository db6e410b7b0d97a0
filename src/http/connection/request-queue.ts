import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait behind the one under way. A client that pipelines more is disconnected. */
const maxWaitingRequests = 16;
/** Likewise where more than this has arrived behind the one under way, unless only two wait: headers may be long. */
const maxWaitingBytes = 32 * 1024;
const alwaysWaitingRequests = 2;

/** What is known of a client's connection. */
interface Connection {
  /** The response being made or sent, or the last one that was. */
  current: ServerResponse | null;
  /** The response to the newest request, which may still wait. */
  latest: ServerResponse | null;
  waiting: number;
  /** What the connection had brought when nothing waited last. */
  bytesBefore: number;
  /** Something unreadable arrived: no further request is taken (RFC 9112 section 9.6). */
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
 * Hands a connection's requests to `handle` one at a time, in the order in which they came (RFC 9112 section 9.3.2). What
 * comes behind a response that closes the connection is dropped.
 */
export function inTurn(handle: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    if (connection.isRejected) {
      // Unread it would keep the connection from being drained.
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
 * Node parses what it has read of a connection to its end: over a thousand requests, for each of which it would make its
 * objects. No public call ends that. Its own server uses `onIncoming` in every version from 20 to 26.
 */
function disconnect(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => 0;
  socket.destroy();
}

type ParsedSocket = Socket & { readonly parser?: { onIncoming: unknown } | null };

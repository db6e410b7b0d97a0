import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, failures } from '../submission/failure.ts';
import { type DrainLimits, destroyUnlessClosed, drain, lingerMs } from './drain.ts';
import type { RequestOrder } from './request-order.ts';

/** Answers what is no HTTP request that the parser accepts (C26): there is no response object for it. */
export interface UnreadableRequests {
  /** Listens to `clientError`. */
  answer(error: Error, socket: Socket): void;
  /** Listens to `connect`: the service is no proxy. */
  refuseTunnel(request: IncomingMessage): void;
  /** Whether the request's body broke off. To its reader it ended, and its route answers it. */
  isBroken(request: IncomingMessage): boolean;
}

function answerText(error: NodeJS.ErrnoException): string {
  const failure = failureOf(error.code);
  const body = JSON.stringify(failure.body);
  return (
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n` +
    'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
    `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
  );
}

function failureOf(code: string | undefined): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return failures.requestTimeout();
  if (code === 'HPE_HEADER_OVERFLOW') return failures.headersTooLarge();
  return failures.badRequest();
}

export function createUnreadableRequests(order: RequestOrder, limits: DrainLimits): UnreadableRequests {
  const broken = new WeakSet<IncomingMessage>();
  const awaited = new WeakSet<ServerResponse>();

  function answer(error: NodeJS.ErrnoException, socket: Socket): void {
    // Each piece that the client sends behind the answer is reported here again.
    if (socket.writableEnded) return;
    // A head that has taken too long may still be finished: by then it is too late.
    order.close(socket);
    const response = order.newestResponse(socket);
    if (response === undefined || response.writableFinished) {
      end(socket, answerText(error));
    } else if (response.headersSent && response.socket !== null) {
      // Its body broke off behind the verdict, which has been sent whole: nobody waits for another answer.
      end(socket, '');
    } else if (response.headersSent) {
      endBehind(response, socket);
    } else if (response.req.complete) {
      // Garbage behind a request that is still to be answered.
      response.shouldKeepAlive = false;
    } else if (error.code?.startsWith('HPE_')) {
      breakOff(response.req);
    }
  }

  function refuseTunnel({ socket }: IncomingMessage): void {
    // Node has let go of the connection, and nobody else listens.
    socket.on('error', () => {});
    // Also while earlier answers are awaited: bytes that are still unread at the end would take them back.
    socket.resume();
    answer(new Error('A tunnel is asked for'), socket);
  }

  /** The answer waits for those to earlier requests, which the end of the connection would take back. */
  function endBehind(response: ServerResponse, socket: Socket): void {
    if (awaited.has(response)) return;
    awaited.add(response);
    response.once('finish', () => end(socket, ''));
    // It would wait for the rest of its body.
    if (!response.req.complete) breakOff(response.req);
  }

  /** The parser says no more of the request. Node would close the connection at the end of an incomplete one. */
  function breakOff(request: IncomingMessage): void {
    broken.add(request);
    request.complete = true;
    request.push(null);
  }

  /** A close over bytes that the client still sends would take the answer back. */
  function end(socket: Socket, text: string): void {
    if (socket.writable) socket.end(text);
    void drain(socket, { ...limits, idleMs: lingerMs }).then((outcome) => {
      if (outcome === 'given-up') {
        socket.destroy();
        return;
      }
      socket.destroySoon();
      // It waits until the answer is written, which the client may not take.
      if (!socket.destroyed) destroyUnlessClosed(socket, socket, limits.timeMs);
    });
  }

  return { answer, refuseTunnel, isBroken: (request) => broken.has(request) };
}

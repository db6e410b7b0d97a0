import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, failures } from '../submission/failure.ts';

/** Answers what is no HTTP request that the parser accepts (C26): there is no response object for it. */
export interface UnreadableRequests {
  /** Listens to `clientError`. */
  answer(error: Error, socket: Socket): void;
  /** Takes note of the requests that were readable. */
  watch(server: Server): void;
}

/** How long the client may go on sending behind the answer, since a close over unread bytes would take it back. */
const lingerMs = 1000;

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

export function createUnreadableRequests(): UnreadableRequests {
  const latest = new WeakMap<Socket, ServerResponse>();

  function answer(error: Error, socket: Socket): void {
    // Each piece that the client sends behind the answer is reported here again.
    if (socket.writableEnded) return;
    const response = latest.get(socket);
    const isUnderWay = response !== undefined && !response.writableFinished;
    if (!isUnderWay || !(response.headersSent || response.req.complete)) {
      end(socket, answerText(error));
    } else if (response.headersSent) {
      // Its body broke off behind the verdict, which has been sent whole: nobody waits for another answer.
      end(socket, '');
    } else {
      // Garbage behind a request under way, which is still owed its answer.
      response.shouldKeepAlive = false;
    }
  }

  return {
    answer,
    watch(server) {
      server.on('request', (request, response) => latest.set(request.socket, response));
    },
  };
}

function end(socket: Socket, text: string): void {
  if (socket.writable) socket.end(text);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

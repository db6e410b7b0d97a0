import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './access/security-headers.ts';
import { type ProblemError, problems } from './problems/problem.ts';

/** Responds to requests that Node's parser rejects, for which no response object exists. */
export function createUnparsedRequests() {
  const latest = new WeakMap<Socket, ServerResponse>();

  return {
    watch(server: Server): void {
      server.on('request', ({ socket }, response) => latest.set(socket, response));
    },
    /** Handles the event `clientError`. */
    reject(error: NodeJS.ErrnoException, socket: Socket): void {
      const response = latest.get(socket);
      // While a response is being sent, the client would read another response as part of it.
      const isResponding = response?.headersSent === true && !response.writableFinished;
      if (!socket.writable || isResponding) return void socket.destroy();
      socket.end(responseText(problemOf(error.code)));
      socket.destroySoon();
    },
  };
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problems.requestTimeout();
  return code === 'HPE_HEADER_OVERFLOW' ? problems.headersTooLarge() : problems.unreadableRequest();
}

function responseText({ problem }: ProblemError): string {
  const json = JSON.stringify(problem);
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(json)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${json}`;
}

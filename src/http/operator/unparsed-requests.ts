import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './access/security-headers.ts';
import { type ProblemError, problems } from './problem.ts';

/** What Node's parser does not take for a request: there is no response object for it. */
export function createUnparsedRequests() {
  const latest = new WeakMap<Socket, ServerResponse>();

  return {
    watch(server: Server): void {
      server.on('request', ({ socket }, response) => latest.set(socket, response));
    },
    /** Listens to `clientError`. */
    reject(error: NodeJS.ErrnoException, socket: Socket): void {
      const response = latest.get(socket);
      // In the middle of a response another one would be read as part of it.
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

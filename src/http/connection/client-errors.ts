import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, failures } from '../../failure/failure.ts';
import { type DrainLimits, drain, lingerMs } from './drain.ts';
import { connectionOf } from './request-queue.ts';

const brokenOff = new WeakSet<IncomingMessage>();

/** Whether the parser gave up in the request's body. To its reader the body has ended, and its route responds. */
export function isBrokenOff(request: IncomingMessage): boolean {
  return brokenOff.has(request);
}

/** Rejects what Node's parser does not accept as a request: there is no response object for it (C26). */
export function createClientErrors(limits: DrainLimits) {
  /** Listens to `clientError`. */
  function reject(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = connectionOf(socket);
    // Each piece that the client sends behind it is reported again.
    if (connection.isRejected) return;
    connection.isRejected = true;
    const { current, latest } = connection;
    if (latest === null || latest.closed) respond(socket, error.code);
    else if (!latest.req.complete && error.code?.startsWith('HPE_')) breakOff(latest.req);
    else if (!latest.req.complete && latest === current && !latest.headersSent) respond(socket, error.code);
    else if (!latest.req.complete) socket.destroy();
    else if (latest.headersSent) latest.once('close', () => socket.destroySoon());
    else latest.shouldKeepAlive = false;
  }

  /** Listens to `connect`: the service is no proxy. */
  function rejectTunnel({ socket }: IncomingMessage): void {
    // Node has detached the connection, and nobody else listens.
    socket.on('error', () => {});
    socket.resume();
    reject(new Error('The service is no proxy'), socket);
  }

  function respond(socket: Socket, code: string | undefined): void {
    if (socket.writable) socket.end(responseText(failureOf(code)));
    void drain(socket, { ...limits, idleMs: lingerMs }).then((outcome) => {
      if (outcome === 'drained') socket.destroySoon();
      else socket.destroy();
    });
  }

  return { reject, rejectTunnel };
}

/** Node would close the connection at the end of an incomplete request. */
function breakOff(request: IncomingMessage): void {
  brokenOff.add(request);
  request.complete = true;
  request.push(null);
}

function failureOf(code: string | undefined): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return failures.requestTimeout();
  if (code === 'HPE_HEADER_OVERFLOW') return failures.headersTooLarge();
  return failures.badRequest();
}

function responseText({ status, body }: Failure): string {
  const json = JSON.stringify(body);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
    'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n' +
    `Content-Length: ${json.length}\r\nConnection: close\r\n\r\n${json}`
  );
}

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import { type DrainLimits, drain, lingerMs } from './drain.ts';
import { connectionOf } from './request-queue.ts';

const brokenOff = new WeakSet<IncomingMessage>();

/** True when the parser failed inside the request's body. The body then ends for its reader, and the route responds. */
export function isBrokenOff(request: IncomingMessage): boolean {
  return brokenOff.has(request);
}

/** Creates the handlers for requests that Node's parser rejects. Node provides no response object for these (C26). */
export function createClientErrors(limits: DrainLimits) {
  /** Handles `clientError`. */
  function reject(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = connectionOf(socket);
    // Node reports each further chunk of the client as another error.
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

  /** Handles `connect`: the service is no proxy. */
  function rejectTunnel({ socket }: IncomingMessage): void {
    // Node has detached the connection, and has removed its own listeners.
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

/** Marks the request as complete. Otherwise Node would close the connection at the end of the incomplete request. */
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

import { connect } from 'node:net';
import type { SubmissionRequest } from '../submission-request.ts';

interface CustomerOptions {
  readonly port: number;
  /** Returns the next request, or null when there are no more. */
  next(): SubmissionRequest | null;
  onResponse(durationMs: number): void;
}

const responseBytes = 16 * 1024;

/**
 * Opens one connection that sends one request after another. It writes prepared bytes, with one system call per request
 * where the socket accepts them. It reads only the status and the end of a response, because the generator shares the
 * machine with the measured server. Rejects when a response is not 201.
 */
export function openCustomer({ port, next, onResponse }: CustomerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let response = '';
    let sentAt = 0;
    const buffer = Buffer.allocUnsafe(responseBytes);
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: read } });
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`The server has closed the connection after ${JSON.stringify(response)}`)),
    );

    function send(): void {
      const request = next();
      if (!request) {
        resolve();
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      socket.cork();
      for (const piece of request.pieces()) socket.write(piece);
      socket.uncork();
    }

    function read(length: number): boolean {
      response += buffer.toString('latin1', 0, length);
      if (!isWhole(response)) return true;
      onResponse(performance.now() - sentAt);
      if (!response.startsWith('HTTP/1.1 201 ')) {
        socket.destroy(new Error(`Expected 201, received: ${response}`));
        return false;
      }
      response = '';
      send();
      return true;
    }
  });
}

/** RFC 9112, section 6.3: either the length is given, or the last chunk is empty. */
function isWhole(response: string): boolean {
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(response)?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= headEnd + 4 + Number(length);
}

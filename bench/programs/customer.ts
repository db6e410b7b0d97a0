import { connect } from 'node:net';
import type { SubmissionRequest } from '../submission-request.ts';

export interface CustomerOptions {
  readonly port: number;
  /** What to send next; null when there is no more. */
  next(): SubmissionRequest | null;
  onAnswered(durationMs: number): void;
}

const answerBytes = 16 * 1024;

/**
 * One connection that sends one request after the other. It writes bytes made beforehand and reads no more of an answer
 * than its status and its end: the generator shares the machine with what is measured. Rejects when an answer is not 201.
 */
export function openCustomer({ port, next, onAnswered }: CustomerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let sentAt = 0;
    const buffer = Buffer.allocUnsafe(answerBytes);
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: read } });
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`The server has closed the connection after ${JSON.stringify(answer)}`)));

    function send(): void {
      const request = next();
      if (!request) {
        resolve();
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      for (const piece of request.pieces) socket.write(piece);
    }

    function read(length: number): boolean {
      answer += buffer.toString('latin1', 0, length);
      if (!isWhole(answer)) return true;
      onAnswered(performance.now() - sentAt);
      if (!answer.startsWith('HTTP/1.1 201 ')) {
        socket.destroy(new Error(`Answered instead of 201: ${answer}`));
        return false;
      }
      answer = '';
      send();
      return true;
    }
  });
}

/** RFC 9112, section 6.3: either the length is given, or the last chunk is empty. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(answer)?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length);
}

import type { IncomingMessage } from 'node:http';

/** The connection broke after the head of an answer. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';
  readonly code = 'ECONNRESET';

  constructor() {
    super('The object store broke off its answer');
  }
}

/** The whole body of an answer. Its connection is free for the next request then. @throws {BrokenAnswerError} */
export function readText(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => resolve(Buffer.concat(parts).toString()));
    answer.on('error', () => reject(new BrokenAnswerError()));
  });
}

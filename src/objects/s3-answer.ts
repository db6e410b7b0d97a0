import type { S3Answer } from './s3-exchange.ts';

/** The connection broke after the head of an answer. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';
  readonly code = 'ECONNRESET';

  constructor() {
    super('The object store broke off its answer');
  }
}

/** The whole body of an answer. Its connection is free for the next request then. @throws {BrokenAnswerError} */
export async function readText({ content }: S3Answer): Promise<string> {
  try {
    return await content.text();
  } catch {
    throw new BrokenAnswerError();
  }
}

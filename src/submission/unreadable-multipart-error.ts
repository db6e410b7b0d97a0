/** The body is no multipart form that can be read; `message` says what is wrong with it (C6, C7). */
export class UnreadableMultipartError extends Error {
  override readonly name = 'UnreadableMultipartError';

  constructor(reason: string) {
    super(`Unreadable multipart body: ${reason}`);
  }
}

/** The client closed or lost the connection before its request had arrived whole: nobody is left to respond to. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client went away before the request had arrived whole');
  }
}

/** The client did not send its request within a time limit; `message` names the limit. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
}

/** The request is over a cap that is not one of the form's own rules (C9); `message` names it with its number. */
export class RequestTooLargeError extends Error {
  override readonly name = 'RequestTooLargeError';
}

/** The body is no multipart form that can be read; `message` says what is wrong with it (C6, C7). */
export class UnreadableMultipartError extends Error {
  override readonly name = 'UnreadableMultipartError';

  constructor(reason: string) {
    super(`Unreadable multipart body: ${reason}`);
  }
}

/** The client ended or garbled its request before the body had arrived whole; it may still wait for a response. */
export class RequestBrokenOffError extends UnreadableMultipartError {
  constructor() {
    super('the request broke off before its end');
  }
}

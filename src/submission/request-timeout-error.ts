/** The client did not send its request in the time that it may take; `message` says which limit it passed. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
}

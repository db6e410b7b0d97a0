import { UnreadableMultipartError } from './unreadable-multipart-error.ts';

/** The client ended or garbled its request before the body had arrived whole; it may still wait for an answer. */
export class RequestBrokenOffError extends UnreadableMultipartError {
  constructor() {
    super('the request broke off before its end');
  }
}

/** A cap that is not one of the form's own rules was passed (C9); `message` names it with its number. */
export class RequestTooLargeError extends Error {
  override readonly name = 'RequestTooLargeError';
}

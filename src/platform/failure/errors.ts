/** The connection closed before the whole request had arrived. No response can be sent. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client went away before the request had arrived whole');
  }
}

/** The client did not send its request within a time limit. `message` names the limit. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
}

/** The request exceeds a cap other than the form's own rules (C9). `message` names the cap and its number. */
export class RequestTooLargeError extends Error {
  override readonly name = 'RequestTooLargeError';
}

/** The body is not a readable multipart form. `message` names the reason (C6, C7). */
export class UnreadableMultipartError extends Error {
  override readonly name = 'UnreadableMultipartError';

  constructor(reason: string) {
    super(`Unreadable multipart body: ${reason}`);
  }
}

/** The client ended its request early, or sent invalid HTTP inside the body. It may still wait for a response. */
export class RequestBrokenOffError extends UnreadableMultipartError {
  constructor() {
    super('the request broke off before its end');
  }
}

/** The parts of the system that the service depends on. */
export const parts = ['database', 'object store'] as const;
export type Part = (typeof parts)[number];

/** The database or the object store failed. `message` is the text of the failure (C27), `cause` the failure itself. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
  readonly part: Part;

  constructor(part: Part, cause: unknown) {
    super(failureText(cause), { cause });
    this.part = part;
  }
}

const unknownText = 'Unknown server error';

/** Returns the failure's text. For an AggregateError without text, returns the first text of its inner errors (C27). */
export function failureText(failure: unknown): string {
  return textOf(failure) || unknownText;
}

function textOf(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return '';
  if (failure.message || !(failure instanceof AggregateError)) return failure.message;
  return failure.errors.map(textOf).find(Boolean) ?? '';
}

/** The detail of a response about a failure of the service (C27). */
type FailureDetails = 'full' | 'brief';

/** Returns the `message` of a 500 or 503. */
export type DescribeFailure = (error: unknown) => string;

const partMessages = { database: 'The database failed', 'object store': 'The object store failed' } as const;

/**
 * @param details `full`: the failure's own text. `brief`: only the part that failed. Faults in the client's form are
 * reported in full in both cases.
 * @param redact Removes credentials.
 */
export function failureMessages(details: FailureDetails, redact: (text: string) => string): DescribeFailure {
  if (details === 'full') return (error) => redact(failureText(error));
  return (error) => {
    if (error instanceof UnreadableMultipartError) return error.message;
    return error instanceof PartFailedError ? partMessages[error.part] : 'Internal failure';
  };
}

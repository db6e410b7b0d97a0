import type { core } from 'zod';

/** A response that is not 201, ready to be sent. */
export interface Failure {
  /** For the log. */
  readonly code: string;
  readonly status: number;
  readonly body: FailureBody;
  /** Headers the status asks for. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the client probably did, for the log. */
  readonly likelyCause?: string;
}

interface FailureBody {
  readonly error: string;
  readonly message?: string;
  readonly issues?: readonly core.$ZodIssue[];
}

/** The catalogue: each way a request can fail, in the order in which the checks apply (spec.md, Errors; C9, C26). */
export const failures = {
  bucketNotSet: () => submissionFailed('bucket-not-set', 'BUCKET_NAME is not set'),
  invalidIdempotencyKey: () => failure('invalid-idempotency-key', 400, 'Invalid idempotency key'),
  missingPayload: () => failure('missing-payload', 400, 'Missing payload'),
  /** A client that appends a Blob to a FormData sends a file, without meaning to. */
  payloadSentAsFile: () =>
    failure('missing-payload', 400, 'Missing payload', {
      likelyCause: 'the payload part has a file name: it was sent as a file or Blob, not as text',
    }),
  invalidPayloadJson: () => failure('invalid-payload-json', 400, 'Invalid payload JSON'),
  validationError: (issues: readonly core.$ZodIssue[]): Failure => ({
    code: 'validation-error',
    status: 422,
    body: { error: 'Validation error', issues },
  }),
  tooManyFiles: () => failure('too-many-files', 413, 'Too many files'),
  fileTooLarge: (fileName: string) => failure('file-too-large', 413, `File too large: ${fileName}`),
  requestTooLarge: () => failure('request-too-large', 413, 'Request too large'),
  /** The client took too long. The connection is closed without waiting for the rest of its request. */
  requestTimeout: () => failure('request-timeout', 408, 'Request timeout', { headers: { connection: 'close' } }),
  /** There is no room for the body now. */
  busy: () => failure('busy', 503, 'Service busy', { headers: { 'retry-after': '5' } }),
  /** The key stands for another form. */
  idempotencyKeyReused: () => failure('idempotency-key-reused', 422, 'Idempotency key reused'),
  /** The key stands for a request that is not stored yet, or whose outcome is not settled. */
  requestInProgress: () =>
    failure('request-in-progress', 409, 'Request in progress', { headers: { 'retry-after': '2' } }),
  /** Any other failure. `message` is the failure's text, free of credentials (C27). */
  submissionFailed: (message: string) => submissionFailed('submission-failed', message),
  badRequest: () => failure('bad-request', 400, 'Bad request'),
  headersTooLarge: () => failure('headers-too-large', 431, 'Request header fields too large'),
  /** `message` names the part of the service that does not respond. */
  notReady: (message: string): Failure => ({ code: 'not-ready', status: 503, body: { error: 'Not ready', message } }),
  notFound: () => failure('not-found', 404, 'Not found'),
  methodNotAllowed: (allow: string) => failure('method-not-allowed', 405, 'Method not allowed', { headers: { allow } }),
} as const;

function failure(code: string, status: number, error: string, more: Partial<Failure> = {}): Failure {
  return { code, status, body: { error }, ...more };
}

function submissionFailed(code: string, message: string): Failure {
  return { code, status: 500, body: { error: 'Commission submission failed', message } };
}

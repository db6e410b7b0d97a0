import type { core } from 'zod';

/** An error response to a request, ready to be sent. */
export interface Failure {
  /** Names the kind of failure in the log. */
  readonly code: string;
  readonly status: number;
  readonly body: FailureBody;
  /** Headers that the status requires. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's probable mistake, for the log. */
  readonly likelyCause?: string;
}

interface FailureBody {
  readonly error: string;
  readonly message?: string;
  readonly issues?: readonly core.$ZodIssue[];
}

/** Every error response of the public API, in the order in which the checks apply (docs/api.md, Errors; C9, C26). */
export const failures = {
  bucketNotSet: () => submissionFailed('bucket-not-set', 'BUCKET_NAME is not set'),
  invalidIdempotencyKey: () => failure('invalid-idempotency-key', 400, 'Invalid idempotency key'),
  missingPayload: () => failure('missing-payload', 400, 'Missing payload'),
  /** The payload part is a file: a client sends it so when it appends a Blob to a FormData. */
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
  /** The client took too long. The connection closes without reading the rest of the request. */
  requestTimeout: () => failure('request-timeout', 408, 'Request timeout', { headers: { connection: 'close' } }),
  /**
   * The disks have too little free space for attachments. A form without files is still stored. The pause is longer than
   * the client waits, so that the customer learns of it after one upload.
   */
  noRoomForFiles: () => failure('no-room-for-files', 503, 'No room for files', { headers: { 'retry-after': '300' } }),
  /** The service has no room for the body at the moment. */
  busy: () => failure('busy', 503, 'Service busy', { headers: { 'retry-after': '5' } }),
  /** The idempotency key was used for a different form. */
  idempotencyKeyReused: () => failure('idempotency-key-reused', 422, 'Idempotency key reused'),
  /** The idempotency key belongs to a request that is still being stored, or whose outcome is unknown. */
  requestInProgress: () =>
    failure('request-in-progress', 409, 'Request in progress', { headers: { 'retry-after': '2' } }),
  /** Any other failure. `message` is the failure's text without credentials (C27). */
  submissionFailed: (message: string) => submissionFailed('submission-failed', message),
  badRequest: () => failure('bad-request', 400, 'Bad request'),
  headersTooLarge: () => failure('headers-too-large', 431, 'Request header fields too large'),
  /** `message` names the reason: the database, the object store, the missing bucket, or the stop of the service. */
  notReady: (message: string): Failure => ({ code: 'not-ready', status: 503, body: { error: 'Not ready', message } }),
  /** This process has not reached the database yet, so it does not know the published studio. */
  catalogueUnknown: () =>
    failure('catalogue-unknown', 503, 'Catalogue not known yet', { headers: { 'retry-after': '5' } }),
  /** One network has asked for too many challenges. A form without a proof is stored all the same. */
  tooManyChallenges: (waitS: number) =>
    failure('too-many-challenges', 429, 'Too many challenges', { headers: { 'retry-after': String(waitS) } }),
  /** The key of the challenges cannot be read. */
  challengeUnknown: () => failure('challenge-unknown', 503, 'No challenge now', { headers: { 'retry-after': '5' } }),
  invalidNotice: () => failure('invalid-notice', 422, 'Invalid address'),
  /** One network has entered five addresses within an hour. */
  tooManyNotices: () => failure('too-many-notices', 429, 'Too many addresses', { headers: { 'retry-after': '3600' } }),
  noticesUnavailable: () =>
    failure('notices-unavailable', 503, 'Address not stored', { headers: { 'retry-after': '60' } }),
  notFound: () => failure('not-found', 404, 'Not found'),
  methodNotAllowed: (allow: string) => failure('method-not-allowed', 405, 'Method not allowed', { headers: { allow } }),
} as const;

function failure(code: string, status: number, error: string, more: Partial<Failure> = {}): Failure {
  return { code, status, body: { error }, ...more };
}

function submissionFailed(code: string, message: string): Failure {
  return { code, status: 500, body: { error: 'Commission submission failed', message } };
}

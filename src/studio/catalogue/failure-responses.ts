import { maxFileBytes, maxFiles } from '../../intake/submission/limits.ts';
import { readPayload } from '../../intake/submission/payload.ts';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import type { Header, Response } from './open-api.ts';

interface DocumentedFailure {
  readonly summary: string;
  readonly failure: Failure;
}

const maxFileMebibytes = maxFileBytes / 1024 / 1024;

/** Every failure of an operation, by its name in the document. */
const documented = {
  invalidIdempotencyKey: {
    summary: 'The `Idempotency-Key` header is not valid',
    failure: failures.invalidIdempotencyKey(),
  },
  idempotencyKeyReused: {
    summary: 'The `Idempotency-Key` was used for a different form',
    failure: failures.idempotencyKeyReused(),
  },
  requestInProgress: {
    summary: 'A request with the same `Idempotency-Key` is being processed, or its outcome is not known yet',
    failure: failures.requestInProgress(),
  },
  missingPayload: {
    summary: 'The form has no `payload` part, or the part was sent as a file: it has a file name, as a Blob has',
    failure: failures.missingPayload(),
  },
  invalidPayloadJson: {
    summary: 'The payload is not valid JSON, or is null, false, 0 or an empty string',
    failure: failures.invalidPayloadJson(),
  },
  badRequest: { summary: 'The request is not valid HTTP', failure: failures.badRequest() },
  requestTimeout: { summary: 'The request arrived too slowly', failure: failures.requestTimeout() },
  tooManyFiles: { summary: `The form has more than ${maxFiles} files`, failure: failures.tooManyFiles() },
  fileTooLarge: {
    summary: `A file is larger than ${maxFileMebibytes} MiB; the error names the first such file`,
    failure: failures.fileTooLarge('sunset.png'),
  },
  requestTooLarge: {
    summary: 'The body, the payload or the number of parts exceeds a limit',
    failure: failures.requestTooLarge(),
  },
  validationError: { summary: 'The payload breaks rules; each issue names one', failure: exampleOfIssues() },
  headersTooLarge: { summary: 'The request headers are larger than 16 KiB', failure: failures.headersTooLarge() },
  bucketNotSet: { summary: 'The service has no bucket configured', failure: failures.bucketNotSet() },
  unreadableForm: {
    summary: 'The body is not a readable multipart form',
    failure: failures.submissionFailed(new UnreadableMultipartError('the final boundary is missing').message),
  },
  storeFailed: {
    summary: 'The database or the object store failed; nothing of the submission is kept',
    failure: failures.submissionFailed('Connection refused'),
  },
  noRoomForFiles: {
    summary: 'The service has too little disk space for files at the moment; it still takes forms without files',
    failure: failures.noRoomForFiles(),
  },
  busy: { summary: 'The service has no room for this body at the moment', failure: failures.busy() },
  catalogueUnknown: {
    summary: 'The process has not reached the database yet, and does not know what is published',
    failure: failures.catalogueUnknown(),
  },
  noNotices: {
    summary: 'No mail can be sent, or the studio has not set when the form is open',
    failure: failures.notFound(),
  },
  invalidNotice: { summary: 'The body has no e-mail address and language', failure: failures.invalidNotice() },
  tooManyNotices: {
    summary: 'The network has entered five addresses within an hour',
    failure: failures.tooManyNotices(),
  },
  noticesUnavailable: { summary: 'The database does not respond', failure: failures.noticesUnavailable() },
  noQueue: { summary: 'The studio shows no queue', failure: failures.notFound() },
  noGuard: { summary: 'The studio asks for no proofs', failure: failures.notFound() },
  tooManyChallenges: {
    summary: 'The network has asked for 60 challenges within a minute',
    failure: failures.tooManyChallenges(42),
  },
  challengeUnknown: {
    summary: 'The database does not respond',
    failure: failures.challengeUnknown(),
  },
  notReady: {
    summary: 'The database or the object store does not respond, or the service is stopping',
    failure: failures.notReady('The service is stopping'),
  },
} as const satisfies Record<string, DocumentedFailure>;

type FailureName = keyof typeof documented;

const ofOtherOperations: readonly FailureName[] = [
  'notReady',
  'catalogueUnknown',
  'noGuard',
  'noQueue',
  'noNotices',
  'invalidNotice',
  'tooManyNotices',
  'noticesUnavailable',
  'tooManyChallenges',
  'challengeUnknown',
];

/** The failures of a submission. */
export const submissionFailures = (Object.keys(documented) as FailureName[]).filter(
  (name) => !ofOtherOperations.includes(name),
);

/** Returns the `responses` of an operation with these failures: one per status, with an example of each failure. */
export function failureResponses(names: readonly FailureName[]): Readonly<Record<string, Response>> {
  const statuses = [...new Set(names.map((name) => documented[name].failure.status))];
  return Object.fromEntries(
    statuses.map((status) => [status, responseTo(names.filter((name) => documented[name].failure.status === status))]),
  );
}

function responseTo(names: readonly FailureName[]): Response {
  const failed = names.map((name) => documented[name]);
  const examples = names.map((name) => [
    name,
    { summary: documented[name].summary, value: documented[name].failure.body },
  ]);
  return {
    description: failed.map(({ summary }) => `${summary}.`).join(' '),
    headers: headersOf(failed),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Returns `Retry-After` (RFC 9110 section 10.2.3), the only header of a failure that clients act on. */
function headersOf(failed: readonly DocumentedFailure[]): Readonly<Record<string, Header>> {
  const [seconds] = failed.flatMap(({ failure }) => failure.headers?.['retry-after'] ?? []);
  if (seconds === undefined) return {};
  const description = 'How many seconds to wait before the next attempt.';
  const schema = { type: 'integer', minimum: 1 };
  return { 'Retry-After': { description, required: true, schema, example: Number(seconds) } };
}

/** Returns a failure with issues that the payload rules themselves have raised. */
function exampleOfIssues(): Failure {
  const result = readPayload(Buffer.from('{"customerEmail":"nobody","message":"Hello","customerName":""}'), 'later');
  if ('payload' in result) throw new Error('The example of a bad payload is valid');
  return result.failure;
}

import { type Failure, failures } from '../submission/failure.ts';
import { readPayload } from '../submission/payload.ts';
import type { Example, Header, Response } from './open-api.ts';

interface DocumentedFailure {
  readonly summary: string;
  readonly failure: Failure;
}

const told = (summary: string, failure: Failure): DocumentedFailure => ({ summary, failure });

/** Every failure that an endpoint may answer with, by its name in the document. */
const documented = {
  invalidIdempotencyKey: told('What is sent as an idempotency key is none', failures.invalidIdempotencyKey()),
  idempotencyKeyReused: told('The key stands for another form', failures.idempotencyKeyReused()),
  requestInProgress: told(
    'The same form is under way under this key, or its outcome is not settled',
    failures.requestInProgress(),
  ),
  missingPayload: told('There is no payload, or it is sent as a file', failures.missingPayload()),
  invalidPayloadJson: told('The payload is not JSON, or is a falsy value', failures.invalidPayloadJson()),
  badRequest: told('The request is not HTTP', failures.badRequest()),
  requestTimeout: told('The body came too slowly', failures.requestTimeout()),
  tooManyFiles: told('There are more than ten files', failures.tooManyFiles()),
  fileTooLarge: told('A file is over its limit: the first one is named', failures.fileTooLarge('sunset.png')),
  requestTooLarge: told('The request as a whole is over a limit', failures.requestTooLarge()),
  validationError: told('The payload breaks rules: one issue for each', exampleOfIssues()),
  headersTooLarge: told('The headers are over 16 KiB', failures.headersTooLarge()),
  bucketNotSet: told('The service has no bucket', failures.bucketNotSet()),
  unreadableForm: told('The form cannot be read', failures.submissionFailed('The final boundary is missing')),
  storeFailed: told('A store failed; what was stored is taken back', failures.submissionFailed('Connection refused')),
  busy: told('There is no room for the body now', failures.busy()),
  notReady: told('A part does not answer, or the service is stopping', failures.notReady('The service is stopping')),
} as const satisfies Record<string, DocumentedFailure>;

export type FailureName = keyof typeof documented;

/** The `responses` of an operation that may fail in these ways: one for each status, with an example of each. */
export function failureResponses(names: readonly FailureName[]): Readonly<Record<string, Response>> {
  const statuses = [...new Set(names.map((name) => documented[name].failure.status))];
  return Object.fromEntries(
    statuses.map((status) => [status, responseTo(names.filter((name) => documented[name].failure.status === status))]),
  );
}

function responseTo(names: readonly FailureName[]): Response {
  const examples = names.map((name) => [name, exampleOf(documented[name])]);
  return {
    description: names.map((name) => documented[name].summary).join('. '),
    headers: headersOf(names),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function exampleOf({ summary, failure }: DocumentedFailure): Example {
  return { summary, value: failure.body };
}

/** Of what a failure is sent with, a client reads this one (RFC 9110 section 10.2.3). */
function headersOf(names: readonly FailureName[]): Readonly<Record<string, Header>> {
  const [seconds] = names.flatMap((name) => documented[name].failure.headers?.['retry-after'] ?? []);
  return seconds === undefined ? {} : { 'retry-after': retryAfter(Number(seconds)) };
}

function retryAfter(example: number): Header {
  const description = 'In so many seconds it is worth coming back.';
  return { description, required: true, schema: { type: 'integer', minimum: 1 }, example };
}

/** The issues that the rules themselves raise. */
function exampleOfIssues(): Failure {
  const result = readPayload(Buffer.from('{"customerEmail":"nobody","message":"Hello","customerName":""}'), 'later');
  if ('payload' in result) throw new Error('The example of a bad payload is valid');
  return result.failure;
}

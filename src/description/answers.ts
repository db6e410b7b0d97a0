import { type Failure, failures } from '../submission/failure.ts';
import { readPayload } from '../submission/payload.ts';
import type { Example, OpenApiObject, Response } from './open-api.ts';

interface DocumentedFailure {
  readonly summary: string;
  readonly failure: Failure;
}

const told = (summary: string, failure: Failure): DocumentedFailure => ({ summary, failure });

/** Every failure that an endpoint may answer with, by its name in the document. */
const documented = {
  invalidIdempotencyKey: told('The idempotency key is none', failures.invalidIdempotencyKey()),
  idempotencyKeyReused: told('The key stands for another form', failures.idempotencyKeyReused()),
  requestInProgress: told('A request with this key is under way', failures.requestInProgress()),
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

function headersOf(names: readonly FailureName[]): OpenApiObject {
  const headers = names.flatMap((name) => Object.entries(documented[name].failure.headers ?? {}));
  const shown = headers.filter(([name]) => name !== 'connection');
  return Object.fromEntries(shown.map(([name, example]) => [name, { schema: { type: 'string' }, example }]));
}

/** The issues that the rules themselves raise. */
function exampleOfIssues(): Failure {
  const result = readPayload(Buffer.from('{"customerEmail":"nobody","message":"Hello","customerName":""}'), 'later');
  if ('payload' in result) throw new Error('The example of a bad payload is valid');
  return result.failure;
}

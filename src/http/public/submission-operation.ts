import { z } from 'zod';
import { maxCommissionFormBytes, maxFileBytes, maxFiles, maxPayloadBytes } from '../../intake/submission/limits.ts';
import { readPayload } from '../../intake/submission/payload.ts';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import { languages } from '../../platform/language/languages.ts';
import { failureResponses, jsonResponse, publicly, requestTooLarge } from '../open-api/responses.ts';

/** 1 to 255 characters: bare, or as a string (RFC 8941 section 3.3.3) whose escapes count as one character. */
const idempotencyKey = z
  .union([
    z.string().meta({ pattern: '^[!#-~][!-~]{0,254}$' }),
    z.string().meta({ pattern: '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$' }),
  ])
  .meta({
    description:
      'Makes it safe to send a form again: the service stores it once, however often it arrives. Use a new random key ' +
      'for each form, and the same key for each attempt. A repeated form gets the first 201 again. While an earlier ' +
      'attempt is being processed the response is 409. A different form with the same key gets 422. The service keeps ' +
      'keys for 24 hours. A key has 1 to 255 visible ASCII characters. It is sent bare or in double quotes; a quoted ' +
      'key may also hold spaces.',
    'x-examples': {
      bare: { summary: 'Bare', value: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
      quoted: { summary: 'In quotes, a string of RFC 8941', value: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
    },
  });

const contentLanguage = z.string().meta({
  description:
    'The language that the customer has chosen, as one tag (RFC 9110 section 8.5): one of ' +
    `${languages.join(', ')}, with or without a region. Stored with the request, for mails to the customer. Anything ` +
    'else is ignored. It does not tell two forms of an `Idempotency-Key` apart.',
  'x-examples': { german: { summary: 'German', value: 'de' } },
});

const payload = z.string().meta({
  description:
    'The commission request as JSON text; the schema `Payload` describes it. Send it as an ordinary form field: a ' +
    'part with a file name, which a Blob or File gets, counts as a missing payload. At most ' +
    `${maxPayloadBytes / 1024} KiB.`,
  // Has no `contentMediaType`, because generated clients would send a Blob.
  contentSchema: { $ref: '#/components/schemas/Payload' },
  examples: ['{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Two cats, in oil"}'],
});

// Generators recognize an upload by `format`, readers of OpenAPI 3.1 by `contentMediaType`.
const file = z.unknown().meta({ type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' });

const commissionForm = z.string().meta({
  description:
    'What a page tells beside the payload, as JSON text; the schema `CommissionForm` describes it. It never changes the ' +
    `outcome: what cannot be read, or has more than ${maxCommissionFormBytes / 1024} KiB, is dropped. So is a number of more ` +
    'than 15 digits, and an answer beyond forty to a question that was never asked.',
  contentSchema: { $ref: '#/components/schemas/CommissionForm' },
  examples: ['{"v":1,"revision":3,"language":"de"}'],
});

const statusPage = {
  description:
    "The customer's status page, for as long as the link is not revoked. Absolute where the service knows its public " +
    'address, else a path.',
  required: true,
  schema: { type: 'string', format: 'uri-reference', pattern: '/requests/[A-Za-z0-9_-]{48}$' },
  example: 'https://example.org/requests/AaH9KD2td4CGFIM1A-jZZQAAAAFVqJ0n0bq2oW7xGk3Jc4tT',
};

const accepted = publicly(
  'Accepted',
  z.object({
    id: z.uuidv7().meta({ description: 'The identifier of the request, a UUID of version 7.' }),
    createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'When the request was created, in UTC.' }),
  }),
);

/** The description of `POST /api/v1/commissions`. */
export const submissionOperation = {
  operationId: 'submitCommission',
  tags: ['Commissions'],
  summary: 'Submit a commission request',
  description:
    'Stores the request and all its attachments, or nothing. The order of the form parts does not change the ' +
    'outcome. Send `payload` first: an invalid payload is then rejected before the files are sent.',
  headers: z.object({
    'Idempotency-Key': idempotencyKey.optional(),
    'X-Forwarded-For': z
      .string()
      .optional()
      .describe("The first entry is stored as the customer's address. A reverse proxy sets it."),
    'User-Agent': z.string().optional().describe('Stored with the request.'),
    'Content-Language': contentLanguage.optional(),
  }),
  consumes: ['multipart/form-data'],
  body: z.object({
    payload,
    files: z.array(file).max(maxFiles).optional().describe('The attachments. The service keeps their order.'),
    'commission-form': commissionForm.optional(),
  }),
  response: {
    201: {
      ...jsonResponse(
        'The request and all its attachments are stored, by this attempt or by an earlier one with the same key.',
        accepted,
        { id: '01a1fd28-3dad-7780-8614-833503e8d965', createdAt: '2026-11-21T08:10:35.309Z' },
      ),
      headers: { Location: statusPage },
    },
    ...failureResponses({
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
        summary: `A file is larger than ${maxFileBytes / 1024 / 1024} MiB; the error names the first such file`,
        failure: failures.fileTooLarge('sunset.png'),
      },
      requestTooLarge,
      validationError: { summary: 'The payload breaks rules; each issue names one', failure: exampleOfIssues() },
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
    }),
  },
};

/** Returns a failure with issues that the payload rules themselves have raised. */
function exampleOfIssues(): Failure {
  const result = readPayload(Buffer.from('{"customerEmail":"nobody","message":"Hello","customerName":""}'), 'later');
  if ('payload' in result) throw new Error('The example of a bad payload is valid');
  return result.failure;
}

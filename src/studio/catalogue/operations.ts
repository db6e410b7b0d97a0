import { maxCommissionFormBytes, maxFiles, maxPayloadBytes } from '../../intake/submission/limits.ts';
import { languages } from '../../platform/language/languages.ts';
import { failureResponses, submissionFailures } from './failure-responses.ts';
import type { Header, Operation, Parameter, Response } from './open-api.ts';

/** 1 to 255 characters: bare, or as a string (RFC 8941 section 3.3.3) whose escapes count as one character. */
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send a form again: the service stores it once, however often it arrives. Use a new random key ' +
    'for each form, and the same key for each attempt. A repeated form gets the first 201 again. While an earlier ' +
    'attempt is being processed the response is 409. A different form with the same key gets 422. The service keeps ' +
    'keys for 24 hours. A key has 1 to 255 visible ASCII characters. It is sent bare or in double quotes; a quoted ' +
    'key may also hold spaces.',
  schema: {
    anyOf: [
      { type: 'string', pattern: '^[!#-~][!-~]{0,254}$' },
      { type: 'string', pattern: '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$' },
    ],
  },
  examples: {
    bare: { summary: 'Bare', value: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
    quoted: { summary: 'In quotes, a string of RFC 8941', value: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
  },
};

const contentLanguage: Parameter = {
  name: 'Content-Language',
  in: 'header',
  description:
    'The language that the customer has chosen, as one tag (RFC 9110 section 8.5): one of ' +
    `${languages.join(', ')}, with or without a region. Stored with the request, for mails to the customer. Anything ` +
    'else is ignored. It does not tell two forms of an `Idempotency-Key` apart.',
  schema: { type: 'string' },
  examples: { german: { summary: 'German', value: 'de' } },
};

const payload = {
  type: 'string',
  description:
    'The commission request as JSON text; the schema `Payload` describes it. Send it as an ordinary form field: a ' +
    'part with a file name, which a Blob or File gets, counts as a missing payload. At most ' +
    `${maxPayloadBytes / 1024} KiB.`,
  // Has no `contentMediaType`, because generated clients would send a Blob.
  contentSchema: { $ref: '#/components/schemas/Payload' },
  examples: ['{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Two cats, in oil"}'],
};

const commissionForm = {
  type: 'string',
  description:
    'What a page tells beside the payload, as JSON text; the schema `CommissionForm` describes it. It never changes the ' +
    `outcome: what cannot be read, or has more than ${maxCommissionFormBytes / 1024} KiB, is dropped. So is a number of more ` +
    'than 15 digits, and an answer beyond forty to a question that was never asked.',
  contentSchema: { $ref: '#/components/schemas/CommissionForm' },
  examples: ['{"v":1,"revision":3,"language":"de"}'],
};

const files = {
  type: 'array',
  maxItems: maxFiles,
  // Generators recognize an upload by `format`, readers of OpenAPI 3.1 by `contentMediaType`.
  items: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
  description: 'The attachments. The service keeps their order.',
};

const etag: Header = {
  description: 'The version of this content. Send it as `If-None-Match` to get 304 while nothing has changed.',
  required: true,
  schema: { type: 'string', pattern: '^"[^"]+"$' },
};

const statusPage: Header = {
  description:
    "The customer's status page, for as long as the link is not revoked. Absolute where the service knows its public " +
    'address, else a path.',
  required: true,
  schema: { type: 'string', format: 'uri-reference', pattern: '/requests/[A-Za-z0-9_-]{48}$' },
  example: 'https://example.org/requests/AaH9KD2td4CGFIM1A-jZZQAAAAFVqJ0n0bq2oW7xGk3Jc4tT',
};

/** `POST /api/v1/commissions`. */
export const submitCommission: Operation = {
  operationId: 'submitCommission',
  tags: ['Commissions'],
  summary: 'Submit a commission request',
  description:
    'Stores the request and all its attachments, or nothing. The order of the form parts does not change the ' +
    'outcome. Send `payload` first: an invalid payload is then rejected before the files are sent.',
  parameters: [
    idempotencyKey,
    header('X-Forwarded-For', "The first entry is stored as the customer's address. A reverse proxy sets it."),
    header('User-Agent', 'Stored with the request.'),
    contentLanguage,
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['payload'],
          properties: { payload, files, 'commission-form': commissionForm },
        },
      },
    },
  },
  responses: {
    201: {
      ...response(
        'The request and all its attachments are stored, by this attempt or by an earlier one with the same key.',
        'Accepted',
        { id: '01a1fd28-3dad-7780-8614-833503e8d965', createdAt: '2026-11-21T08:10:35.309Z' },
      ),
      headers: { Location: statusPage },
    },
    ...failureResponses(submissionFailures),
  },
};

export const getLimits: Operation = {
  operationId: 'getLimits',
  tags: ['Commissions'],
  summary: 'Get the limits of a submission',
  description: 'How many files a form may have, how large each may be, and how long the texts may be.',
  ...cacheable('The limits.', 'Limits'),
};

export const getCatalogue: Operation = {
  operationId: 'getCatalogue',
  tags: ['Commissions'],
  summary: 'Get the catalogue',
  description:
    'The types, options, extras and custom cards that a customer can choose from, as the studio has published them. ' +
    'Every process serves a new revision within two seconds. Without a catalogue every list is empty.',
  ...cacheable('The catalogue.', 'Catalogue', ['catalogueUnknown']),
};

export const getAvailability: Operation = {
  operationId: 'getAvailability',
  tags: ['Commissions'],
  summary: 'Get whether the form is open',
  description:
    'The state of the form, and of each type. It is computed at each request, from counts that are at most five seconds ' +
    'old. The endpoint takes submissions whatever it says. The catalogue has the same object as `opening` when the studio ' +
    'has set when the form is open.',
  responses: {
    200: response('The state of the form.', 'Opening'),
    ...failureResponses(['headersTooLarge', 'catalogueUnknown']),
  },
};

export const getChallenge: Operation = {
  operationId: 'getChallenge',
  tags: ['Commissions'],
  summary: 'Get a challenge',
  description:
    'A puzzle of `altcha-lib` (PBKDF2/SHA-256), while the catalogue has `guard.proof`. Ask for one when the customer ' +
    'sends, solve it, and send `{"challenge": …, "solution": …}` as JSON in base64 in `proof` of `commission-form`. It ' +
    'is valid for 20 minutes and counts once. A form without a proof is stored too.',
  responses: {
    200: response('The challenge.', 'Challenge'),
    ...failureResponses(['headersTooLarge', 'noGuard', 'tooManyChallenges', 'challengeUnknown']),
  },
};

export const askForNotice: Operation = {
  operationId: 'askForOpeningNotice',
  tags: ['Commissions'],
  summary: 'Ask for a mail when the form opens',
  description:
    'Where the catalogue has `opening.notices`. The address gets a mail with a link to a page whose button confirms it, ' +
    'then one mail at the next opening; then it is deleted. The answer is the same for an address that has asked before.',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/OpeningNotice' } } },
  },
  responses: {
    202: response('The address is stored.', 'Asked', { status: 'asked' }),
    ...failureResponses([
      'headersTooLarge',
      'requestTooLarge',
      'noNotices',
      'invalidNotice',
      'tooManyNotices',
      'noticesUnavailable',
    ]),
  },
};

export const getQueue: Operation = {
  operationId: 'getQueue',
  tags: ['Commissions'],
  summary: 'Get the queue',
  description:
    'What the studio works on, when it shows that: the catalogue then has `queue`. Nothing in it tells who has sent a ' +
    'request, but for a name that the customer has chosen for it.',
  responses: {
    200: response('The queue.', 'Queue'),
    ...failureResponses(['headersTooLarge', 'noQueue', 'catalogueUnknown']),
  },
};

export const checkHealth: Operation = {
  operationId: 'checkHealth',
  tags: ['Operations'],
  summary: 'Check that the process responds',
  description: 'A liveness probe. It does not look at the database or the object store.',
  responses: {
    200: response('The process responds.', 'Status', { status: 'alive' }),
    ...failureResponses(['headersTooLarge']),
  },
};

export const checkReadiness: Operation = {
  operationId: 'checkReadiness',
  tags: ['Operations'],
  summary: 'Check that the service can store a submission',
  description: 'A readiness probe. The service is ready when the database commits a row and the bucket responds.',
  responses: {
    200: response(
      'The service can store a submission. `warning` says that it rejects files, because it has too little disk space.',
      'Status',
      { status: 'ready' },
    ),
    ...failureResponses(['headersTooLarge', 'notReady']),
  },
};

export const checkServing: Operation = {
  operationId: 'checkServing',
  tags: ['Operations'],
  summary: 'Check that the service can serve the form',
  description:
    'A readiness probe for load balancers. Like `/readyz` until the service was ready once. From then on it succeeds, also ' +
    'while the database or the object store is away, until the service stops.',
  responses: {
    200: response('The service can serve the form.', 'Status', { status: 'serving' }),
    ...failureResponses(['headersTooLarge', 'notReady']),
  },
};

/** Returns the fields of a GET operation whose content clients keep. */
function cacheable(
  description: string,
  schema: string,
  failed: Parameters<typeof failureResponses>[0] = [],
): Pick<Operation, 'parameters' | 'responses'> {
  return {
    parameters: [header('If-None-Match', 'The `ETag` of an earlier response.')],
    responses: {
      200: { ...response(description, schema), headers: { ETag: etag } },
      304: { description: 'The content has not changed.' },
      ...failureResponses(['headersTooLarge', ...failed]),
    },
  };
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function response(description: string, schema: string, example?: unknown): Response {
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, ...(example !== undefined && { example }) };
  return { description, content: { 'application/json': content } };
}

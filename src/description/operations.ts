import { maxFiles } from '../submission/limits.ts';
import { failureResponses } from './answers.ts';
import type { Header, Operation, Parameter, Response } from './open-api.ts';

/** 1 to 255 characters: bare, or as a structured field's string (RFC 8941 section 3.3.3), whose escapes count as one. */
const idempotencyKey: Parameter = {
  name: 'idempotency-key',
  in: 'header',
  description:
    'With it a form may be sent again until it is answered, and is stored once: sent again it is answered 201 like the ' +
    'first time, while the first is under way 409, and another form under its key 422. A new random key for each form, ' +
    'of 1 to 255 visible ASCII characters, bare or in quotes; in quotes also with spaces. It is kept for 24 hours. What ' +
    'is no key is answered 400.',
  schema: {
    type: 'string',
    anyOf: [{ pattern: '^[!#-~][!-~]{0,254}$' }, { pattern: '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$' }],
  },
  examples: {
    bare: { summary: 'Bare', value: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
    quoted: { summary: 'A string of RFC 8941', value: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
  },
};

/** `POST /api/v1/commissions`. */
export const submit: Operation = {
  operationId: 'submitCommission',
  summary: 'Send a commission request',
  description:
    'Stores the request and every attachment, or nothing at all. The verdict does not depend on the order of the parts.',
  parameters: [
    idempotencyKey,
    header('x-forwarded-for', 'Its first entry is stored as the address of the customer.'),
    header('user-agent', 'Stored with the request.'),
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['payload'],
          properties: {
            payload: { $ref: '#/components/schemas/Payload' },
            files: {
              type: 'array',
              maxItems: maxFiles,
              items: { type: 'string', contentMediaType: 'application/octet-stream' },
              description: 'The attachments, in the order in which they are to be kept.',
            },
          },
        },
        encoding: { payload: { contentType: 'application/json' } },
      },
    },
  },
  responses: {
    201: answer('Everything is stored, now or by an earlier request under the same key', 'Accepted', {
      id: '01a1fd28-3dad-7780-8614-833503e8d965',
      createdAt: '2026-11-21T08:10:35.309Z',
    }),
    ...failureResponses([
      'invalidIdempotencyKey',
      'missingPayload',
      'invalidPayloadJson',
      'badRequest',
      'requestTimeout',
      'tooManyFiles',
      'fileTooLarge',
      'requestTooLarge',
      'validationError',
      'idempotencyKeyReused',
      'requestInProgress',
      'headersTooLarge',
      'bucketNotSet',
      'unreadableForm',
      'storeFailed',
      'busy',
    ]),
  },
};

const etag: Header = {
  description: 'To be sent in `If-None-Match`.',
  required: true,
  schema: { type: 'string', pattern: '^"[^"]+"$' },
};

/** A GET of a resource that changes with a restart of the service at most. */
export function readResource(operationId: string, summary: string, schema: string): Operation {
  return {
    operationId,
    summary,
    parameters: [header('if-none-match', 'An ETag of an earlier answer.')],
    responses: {
      200: { ...answer(summary, schema), headers: { etag } },
      304: { description: 'It has not changed' },
    },
  };
}

export const askAlive: Operation = {
  operationId: 'askAlive',
  summary: 'Whether the process answers',
  responses: { 200: answer('It does', 'Status', { status: 'alive' }) },
};

export const askReady: Operation = {
  operationId: 'askReady',
  summary: 'Whether a submission would find all that it needs',
  responses: { 200: answer('It would', 'Status', { status: 'ready' }), ...failureResponses(['notReady']) },
};

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function answer(description: string, schema: string, example?: unknown): Response {
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, ...(example !== undefined && { example }) };
  return { description, content: { 'application/json': content } };
}

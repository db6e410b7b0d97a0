import { z } from 'zod';
import { issueCodes } from '../problem.ts';
import { inboxRequest } from './request.ts';
import { named } from './values.ts';

const problem = named(
  'Problem',
  z.object({
    type: z.string().describe('urn:commissions:problem:<name>'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().optional(),
    issues: z
      .array(
        z.object({
          path: z.string().describe('JSON Pointer (RFC 6901)'),
          message: z.string(),
          code: z.enum(issueCodes).describe('What kind of fault it is; `rule` for any other'),
        }),
      )
      .optional()
      .describe('What is wrong with a query or a body'),
    current: inboxRequest.optional().describe('The request as it is now, beside 412'),
  }),
);

const descriptions = {
  400: 'The query, a cursor or the JSON cannot be read',
  401: 'Nobody is signed in and no valid token was sent, or the credentials are wrong',
  403: 'Not allowed for this role or token, or not sent by a page of this address',
  404: 'There is no such thing',
  409: 'It would contradict what there is',
  412: 'Somebody has changed the request since; `current` holds it',
  413: 'The body is too large',
  415: 'The body is not application/json',
  416: 'The file has no such bytes; Content-Range says how many it has',
  422: 'The body breaks a rule; `issues` says which',
  428: 'The version that was seen is missing',
  429: 'Too many attempts; Retry-After says when to try again',
  500: 'The file is missing from the store, or is not the one that was stored',
  503: 'The database or the store of files does not respond, or there is too much to do; Retry-After says when to try again',
} as const;

type ProblemStatus = keyof typeof descriptions;

/** Returns the `response` schemas of these statuses. */
export function problemResponses(...statuses: readonly ProblemStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: descriptions[status], content: { 'application/problem+json': { schema: problem } } },
    ]),
  );
}

import { problem } from '../problems/problem-shape.ts';

const descriptions = {
  400: 'The query, a cursor, the JSON or the HTTP request is invalid',
  401: 'The request has no valid session or token, or the credentials are wrong',
  403: 'The role or token does not allow the call, or the request is cross-site',
  404: 'The resource does not exist',
  409: 'The request conflicts with the current state, or the change with its Idempotency-Key is being made',
  412: 'It has changed since that version; `current` is the current request, `draft` the current draft of the studio',
  413: 'The body is too large',
  415: 'The body is of another media type than the operation takes',
  416: 'The range is outside the file; Content-Range has the size of the file',
  422: 'The body is invalid; `issues` lists the faults. Two have no list. `unstorable-text`: a text holds U+0000. `idempotency-key-reused`: the key belongs to another change',
  428: 'The version is missing',
  429: 'Too many attempts; Retry-After says when to retry',
  431: 'The headers are larger than 16 KiB',
  500: 'The object store lacks the file or has other bytes than were stored',
  503: 'The database or the object store does not respond, or the service is overloaded; Retry-After says when to retry',
} as const;

type ProblemStatus = keyof typeof descriptions;

/** Responses to invalid HTTP requests, with any path. */
const unparsed = { 400: 'The HTTP request is malformed', 431: descriptions[431] } as const;

/** Returns the `response` schemas of these statuses, and of those that every operation has. */
export function problemResponses(...statuses: readonly Exclude<ProblemStatus, 431>[]) {
  const own = Object.fromEntries(statuses.map((status) => [status, descriptions[status]]));
  return Object.fromEntries(
    Object.entries({ ...unparsed, ...own }).map(([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: problem } } },
    ]),
  );
}

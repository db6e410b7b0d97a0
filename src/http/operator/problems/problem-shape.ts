import { z } from 'zod';
import type { Shape } from '../../../platform/shapes/shape.ts';
import { named } from '../../../platform/shapes/values.ts';
import { inboxRequest } from '../../../requests/facets/registry.ts';
import { studioDraft } from '../../../studio/revisions/revision-shape.ts';

const issueCodes = [
  'missing',
  'too-short',
  'too-long',
  'too-common',
  'format',
  'url',
  'not-offered',
  'unknown',
  'rule',
] as const;

/** `unknown` is a member that the schema does not have. `rule` is any other fault, which the message describes. */
export type IssueCode = (typeof issueCodes)[number];

const issue = z.object({
  path: z.string().describe('JSON Pointer (RFC 6901)'),
  message: z.string(),
  code: z.enum(issueCodes).describe('The kind of fault; `rule` for any other kind'),
});

export const problem = named(
  'Problem',
  z.object({
    type: z.string().describe('urn:commissions:problem:<name>'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().optional(),
    issues: z.array(issue).optional().describe('The faults of a query or a body'),
    current: inboxRequest.optional().describe('The current request, in a 412 response'),
    draft: studioDraft.optional().describe('The current draft of the studio, in a 412 response'),
  }),
);

/** Problem details (RFC 9457), sent as `application/problem+json`. */
export type Problem = Shape<typeof problem>;

/** A fault of a query or a body. Pages describe it in the language of their reader by its `code`. */
export type ProblemIssue = Shape<typeof issue>;

import type { FastifyError } from 'fastify';
import type { IssueCode, ProblemIssue } from './problem-shape.ts';

/** A validation error as the framework's zod provider reports it. */
type ValidationResult = NonNullable<FastifyError['validation']>[number];

interface ZodIssue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The keys of an `unrecognized_keys` issue. */
  readonly keys?: readonly string[];
}

/** Enough issues to describe a body with thousands of invalid items. */
export const maxIssues = 100;

/** Returns the issues of a query or a body. */
export function issuesOf(validation: readonly ValidationResult[]): ProblemIssue[] {
  return validation.flatMap(issuesOfOne).slice(0, maxIssues);
}

function issuesOfOne({ instancePath, message = 'Invalid', keyword, params }: ValidationResult): ProblemIssue[] {
  const path = instancePath === '/' ? '' : instancePath;
  const forms = keyword === 'invalid_union' ? (params.errors as readonly (readonly ZodIssue[])[]) : [];
  const nearest = nearestForm(forms);
  // No form has the value of the member that distinguishes the forms.
  if (params.discriminator !== undefined && nearest === null) return [{ path, message, code: 'not-offered' }];
  if (nearest === null) return [{ path, message, code: codeOf(keyword, message) }];
  return nearest.map((issue) => ({
    path: [path, ...issue.path].join('/'),
    message: issue.message,
    code: codeOf(issue.code, issue.message),
  }));
}

/** The issue codes by the codes of zod. */
const codes: Readonly<Record<string, IssueCode>> = {
  too_small: 'too-short',
  too_big: 'too-long',
  invalid_type: 'format',
  invalid_format: 'format',
  invalid_value: 'not-offered',
  unrecognized_keys: 'unknown',
};

/** Only the message of zod distinguishes a missing member from a member of another type. */
function codeOf(code: string, message: string): IssueCode {
  return issueCodeOf(code, message.endsWith('received undefined'));
}

export function issueCodeOf(code: string, isMissing: boolean): IssueCode {
  return code === 'invalid_type' && isMissing ? 'missing' : (codes[code] ?? 'rule');
}

/**
 * Returns the issues of the form that an object of several possible forms was meant to have: the form that knows most
 * of its members. Returns null when the value is not an object.
 */
function nearestForm(forms: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | null {
  const ofObjects = forms.filter((issues) => issues.some(({ path, code }) => path.length > 0 || code === unrecognized));
  const [nearest] = ofObjects.toSorted((one, other) => unknownMembers(one) - unknownMembers(other));
  return nearest ?? null;
}

const unrecognized = 'unrecognized_keys';

function unknownMembers(issues: readonly ZodIssue[]): number {
  return issues.flatMap(({ path, keys = [] }) => (path.length === 0 ? keys : [])).length;
}

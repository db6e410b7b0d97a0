import type { FastifyError } from 'fastify';
import type { IssueCode, ProblemIssue } from './problem.ts';

/** As the framework's zod provider reports them. */
type ValidationResult = NonNullable<FastifyError['validation']>[number];

interface ZodIssue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** Of thousands of faulty items these say enough. */
const maxIssues = 100;

/** What is wrong with a query or a body. */
export function issuesOf(validation: readonly ValidationResult[]): ProblemIssue[] {
  return validation.flatMap(issuesOfOne).slice(0, maxIssues);
}

function issuesOfOne({ instancePath, message = 'Invalid', keyword, params }: ValidationResult): ProblemIssue[] {
  const path = instancePath === '/' ? '' : instancePath;
  const forms = keyword === 'invalid_union' ? (params.errors as readonly (readonly ZodIssue[])[]) : [];
  const nearest = nearestForm(forms);
  if (nearest === null) return [{ path, message, code: codeOf(keyword, message) }];
  return nearest.map((issue) => ({
    path: [path, ...issue.path].join('/'),
    message: issue.message,
    code: codeOf(issue.code, issue.message),
  }));
}

/** By the code of the validating library. */
const codes: Readonly<Record<string, IssueCode>> = {
  too_small: 'too-short',
  too_big: 'too-long',
  invalid_type: 'format',
  invalid_format: 'format',
  invalid_value: 'not-offered',
  unrecognized_keys: 'unknown',
};

/** Only its message tells a member that is absent from one of another type. */
function codeOf(code: string, message: string): IssueCode {
  if (code === 'invalid_type' && message.endsWith('received undefined')) return 'missing';
  return codes[code] ?? 'rule';
}

/**
 * Of an object that may have several forms, the faults of the one that it was meant to have: the one that knows most of its
 * members. Null for a value that is no object.
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

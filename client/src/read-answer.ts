import { parseRetryAfter } from './pause.ts';
import type { Failure, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';
import type { Answer } from './transport.ts';

const busyStatuses = new Set([408, 409, 429, 503]);
const tooLargePrefix = 'File too large: ';

/** Whether the same call may fare better later (408, 409, 429 and 5xx). */
export function isPassing(status: number): boolean {
  return busyStatuses.has(status) || status >= 500;
}

/** The value of a success, told by its status; anything else is a failure. */
export function readAnswer<Value>(answer: Answer, successStatus: number): Result<Value> {
  const body = parseObject(answer.text);
  if (answer.status === successStatus && body) return { ok: true, value: body as Value };
  return { ok: false, failure: readFailure(answer, body) };
}

/** The failures that only a submission has, told by status and error text (docs/api.md, Errors). */
export function readSubmissionFailure(answer: Answer, otherwise: Failure): SubmissionFailure {
  const body = parseObject(answer.text);
  const error = typeof body?.error === 'string' ? body.error : '';
  if (answer.status === 422 && Array.isArray(body?.issues))
    return { code: 'invalid', issues: body.issues.filter(isIssue) };
  if (answer.status === 422 && error === 'Idempotency key reused') return { code: 'key-reused' };
  if (answer.status !== 413) return otherwise;
  if (error === 'Too many files') return { code: 'too-many-files' };
  if (error.startsWith(tooLargePrefix)) return { code: 'file-too-large', fileName: error.slice(tooLargePrefix.length) };
  // A proxy in between has words of its own for the same.
  return { code: 'request-too-large' };
}

function readFailure({ status, retryAfter }: Answer, body: Record<string, unknown> | null): Failure {
  if (busyStatuses.has(status)) return { code: 'busy', status, retryAfterMs: parseRetryAfter(retryAfter, Date.now()) };
  const text = [body?.message, body?.error].find((value) => typeof value === 'string') ?? null;
  return { code: status >= 500 ? 'server-error' : 'refused', status, message: text };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isIssue(value: unknown): value is ValidationIssue {
  return typeof value === 'object' && value !== null && 'path' in value && Array.isArray(value.path);
}

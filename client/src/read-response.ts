import { parseRetryAfter } from './pause.ts';
import type { Failure, Receipt, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';
import type { HttpResponse } from './transport.ts';

/** 502 and 504 are a proxy's whose service is being restarted. */
const busyStatuses = new Set([408, 409, 429, 502, 503, 504]);
const tooLargePrefix = 'File too large: ';

/** Whether the service, or a proxy before it, has no room or no time now. */
export function isBusy(status: number): boolean {
  return busyStatuses.has(status);
}

/** Whether the same call may succeed later. */
export function isRetryable(status: number): boolean {
  return isBusy(status) || status >= 500;
}

/** The value of a success, known by its status; anything else is a failure. */
export function readResponse<Value>(response: HttpResponse, successStatus: number): Result<Value> {
  const body = parseObject(response.text);
  if (response.status === successStatus && body) return { ok: true, value: body as Value };
  return { ok: false, failure: readFailure(response, body) };
}

/** The receipt of a stored request. The address may be relative to the one that was asked (RFC 9110 section 10.2.2). */
export function readReceipt(response: HttpResponse, url: string): Result<Receipt> {
  const result = readResponse<Omit<Receipt, 'location'>>(response, 201);
  return result.ok ? { ok: true, value: { ...result.value, location: webAddress(response.location, url) } } : result;
}

/** The failures that only a submission has, known by status and error text (docs/api.md, Errors). */
export function readSubmissionFailure(response: HttpResponse, otherwise: Failure): SubmissionFailure {
  const body = parseObject(response.text);
  const error = typeof body?.error === 'string' ? body.error : '';
  if (response.status === 422 && Array.isArray(body?.issues))
    return { code: 'invalid', issues: body.issues.filter(isIssue) };
  if (response.status === 422 && error === 'Idempotency key reused') return { code: 'key-reused' };
  if (response.status !== 413) return otherwise;
  if (error === 'Too many files') return { code: 'too-many-files' };
  if (error.startsWith(tooLargePrefix)) return { code: 'file-too-large', fileName: error.slice(tooLargePrefix.length) };
  // A proxy in between has words of its own for the same.
  return { code: 'request-too-large' };
}

function readFailure({ status, retryAfter }: HttpResponse, body: Record<string, unknown> | null): Failure {
  if (isBusy(status)) return { code: 'busy', status, retryAfterMs: parseRetryAfter(retryAfter, Date.now()) };
  const text = [body?.message, body?.error].find((value) => typeof value === 'string') ?? null;
  return { code: status >= 500 ? 'server-error' : 'rejected', status, message: text };
}

/** Null for what is no address of the web: it may become a link. */
function webAddress(text: string | null, base: string): string | null {
  if (text === null || !URL.canParse(text, base)) return null;
  const { href, protocol } = new URL(text, base);
  return /^https?:$/.test(protocol) ? href : null;
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

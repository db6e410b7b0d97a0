import { parseRetryAfter } from './pause.ts';
import type { Failure, Receipt, Result, SubmissionFailure, ValidationIssue } from './submission-result.ts';
import type { HttpResponse } from './transport.ts';
import { webAddress } from './web-address.ts';

/** A proxy responds with 502 or 504 while the service restarts. */
const busyStatuses = new Set([408, 409, 429, 502, 503, 504]);
/** From here on are the statuses with which networks such as Cloudflare's say that they did not reach the service. */
const firstNetworkStatus = 520;
const tooLargePrefix = 'File too large: ';

/** Returns true when the service, or a proxy in front of it, is overloaded or temporarily unavailable. */
export function isBusy(status: number): boolean {
  return busyStatuses.has(status) || status >= firstNetworkStatus;
}

/** Returns true when the same call may succeed later. */
export function isRetryable(status: number): boolean {
  return isBusy(status) || status >= 500;
}

/** Returns the body of a response with the success status, or a failure. */
export function readResponse<Value>(response: HttpResponse, successStatus: number): Result<Value> {
  const body = parseObject(response.text);
  if (response.status === successStatus && body) return { ok: true, value: body as Value };
  return { ok: false, failure: readFailure(response, body) };
}

/** Returns the receipt of a stored request. `Location` may be relative to `url` (RFC 9110 section 10.2.2). */
export function readReceipt(response: HttpResponse, url: string): Result<Receipt> {
  const result = readResponse<Omit<Receipt, 'location'>>(response, 201);
  if (!result.ok) return result;
  const location = response.location === null ? null : webAddress(response.location, url);
  return { ok: true, value: { ...result.value, location } };
}

/** Recognizes the failures of a submission by status and error text (docs/api.md, Errors), else returns `otherwise`. */
export function readSubmissionFailure(response: HttpResponse, otherwise: Failure): SubmissionFailure {
  const body = parseObject(response.text);
  const error = typeof body?.error === 'string' ? body.error : '';
  if (response.status === 422 && Array.isArray(body?.issues))
    return { code: 'invalid', issues: body.issues.filter(isIssue) };
  if (response.status === 422 && error === 'Idempotency key reused') return { code: 'key-reused' };
  if (response.status === 503 && error === 'No room for files' && otherwise.code === 'busy')
    return { code: 'no-room-for-files', retryAfterMs: otherwise.retryAfterMs };
  if (response.status !== 413) return otherwise;
  if (error === 'Too many files') return { code: 'too-many-files' };
  if (error.startsWith(tooLargePrefix)) return { code: 'file-too-large', fileName: error.slice(tooLargePrefix.length) };
  // A proxy sends 413 with an error text of its own.
  return { code: 'request-too-large' };
}

function readFailure({ status, retryAfter }: HttpResponse, body: Record<string, unknown> | null): Failure {
  if (isBusy(status)) return { code: 'busy', status, retryAfterMs: parseRetryAfter(retryAfter, Date.now()) };
  const text = [body?.message, body?.error].find((value) => typeof value === 'string') ?? null;
  return { code: status >= 500 ? 'server-error' : 'rejected', status, message: text };
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

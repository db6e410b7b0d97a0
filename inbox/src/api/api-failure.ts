import type * as problems from '../../../src/http/operator/problems/problem-shape.ts';
import type { Sent } from './shapes.ts';

/** Problem details (RFC 9457) as the service sends them. */
export type Problem = Sent<problems.Problem>;

/** The kinds of failure that the page handles differently. */
export type FailureKind =
  /** No response: the network or the service is unavailable. */
  | 'unreachable'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  /** A retry after `retryAfterS` may succeed. */
  | 'busy'
  | 'failed';

/** The failure of a call. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  /** The problem details, or null without a response or when the response is not the service's. */
  readonly problem: Problem | null;
  /** `Retry-After` in seconds, or null. */
  readonly retryAfterS: number | null;

  constructor(kind: FailureKind, problem: Problem | null = null, retryAfterS: number | null = null) {
    super(problem?.title ?? kind);
    this.kind = kind;
    this.problem = problem;
    this.retryAfterS = retryAfterS;
  }
}

const kinds: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  412: 'conflict',
  413: 'invalid',
  422: 'invalid',
  429: 'busy',
  502: 'unreachable',
  503: 'busy',
  504: 'unreachable',
};

/** Converts an error response into a failure. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const retryAfterS = Number(response.headers.get('retry-after')) || null;
  const { status } = response;
  // From 520 on, a network such as Cloudflare's says that it did not reach the service.
  return new ApiFailure(
    kinds[status] ?? (status >= 520 ? 'unreachable' : 'failed'),
    await problemOf(response),
    retryAfterS,
  );
}

/** Returns null when the response has no problem details, as that of a proxy. */
async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null;
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

import type { IssueCode } from '../../../src/http/operator/problem.ts';
import type { InboxRequest } from './shapes.ts';

/** Problem details (RFC 9457) as the service sends them. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  /** Beside 412: the request as it is now. */
  readonly current?: InboxRequest;
}

export interface Issue {
  readonly path: string;
  /** In English. */
  readonly message: string;
  readonly code: IssueCode;
}

/** What a person can do something about. */
export type FailureKind =
  /** No answer: the network or the service is away. */
  | 'unreachable'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  /** Later, after `retryAfterS`. */
  | 'busy'
  | 'failed';

/** A call that did not succeed. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  /** Null without an answer, or with one that is not the service's. */
  readonly problem: Problem | null;
  /** Seconds, or null where the service says nothing. */
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

/** The failure that a response is. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const retryAfterS = Number(response.headers.get('retry-after')) || null;
  return new ApiFailure(kinds[response.status] ?? 'failed', await problemOf(response), retryAfterS);
}

/** A proxy answers with a page of its own. */
async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null;
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

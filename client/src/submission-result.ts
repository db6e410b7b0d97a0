/** The service's response when a request is stored. */
export interface Receipt {
  /** A UUIDv7. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
  /** The page that shows how the request stands, absolute. Null from a service that has none. */
  readonly location: string | null;
}

/** One broken rule of the payload, as the service names it (zod's issue object). */
export interface ValidationIssue {
  readonly code: string;
  /** Field names and places in lists; empty for the payload as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Every way a call can end without what was asked for. */
export type Failure =
  /** No response came in any attempt. After a submission the outcome is unknown: send it again with its key. */
  | { readonly code: 'unreachable' }
  /** The service does not allow the page's origin (its `CORS_ALLOWED_ORIGINS`). Nothing was sent. */
  | { readonly code: 'blocked' }
  /** The caller's signal. A submission may have been stored all the same: send it again with its key. */
  | { readonly code: 'aborted' }
  /** Still 408, 409, 429, 502, 503 or 504 after the last retry, or a `Retry-After` longer than the client waits. */
  | { readonly code: 'busy'; readonly status: number; readonly retryAfterMs: number | null }
  /** Still another 5xx after the last retry, or for eight seconds. */
  | { readonly code: 'server-error'; readonly status: number; readonly message: string | null }
  /** Any other response: the address is wrong, or a proxy rejects the request. */
  | { readonly code: 'rejected'; readonly status: number; readonly message: string | null };

export type SubmissionFailure =
  | Failure
  | { readonly code: 'invalid'; readonly issues: readonly ValidationIssue[] }
  | { readonly code: 'too-many-files' }
  | { readonly code: 'file-too-large'; readonly fileName: string }
  | { readonly code: 'request-too-large' }
  /** The file was changed, moved or removed since it was chosen. */
  | { readonly code: 'file-unreadable'; readonly fileName: string }
  /** The idempotency key belongs to another form. */
  | { readonly code: 'key-reused' };

export type Result<Value, Reason = Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Reason };

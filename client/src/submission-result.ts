/** The service's response when a request is stored. */
export interface Receipt {
  /** A UUIDv7. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
  /** Absolute address of the request's status page, or null when the service has no status pages. */
  readonly location: string | null;
}

/** One broken rule of the payload, as the service reports it (zod's issue object). */
export interface ValidationIssue {
  readonly code: string;
  /** Field names and list indexes; empty for the payload as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The reasons why a call can fail. */
export type Failure =
  /** The last attempt got no response. The outcome of a submission is unknown: send it again with the same key. */
  | { readonly code: 'unreachable' }
  /** The service does not allow the page's origin (its `CORS_ALLOWED_ORIGINS`). Nothing was sent. */
  | { readonly code: 'blocked' }
  /** The caller's signal aborted the call. A submission may have been stored: send it again with the same key. */
  | { readonly code: 'aborted' }
  /** The last retry got 408, 409, 429, 502, 503, 504 or 520 and above, or `Retry-After` was longer than the client waits. */
  | { readonly code: 'busy'; readonly status: number; readonly retryAfterMs: number | null }
  /** The last retry, or every retry for eight seconds, got another 5xx. */
  | { readonly code: 'server-error'; readonly status: number; readonly message: string | null }
  /** Any other response, such as one for a wrong address or one of a proxy that rejects the request. */
  | { readonly code: 'rejected'; readonly status: number; readonly message: string | null };

export type SubmissionFailure =
  | Failure
  | { readonly code: 'invalid'; readonly issues: readonly ValidationIssue[] }
  | { readonly code: 'too-many-files' }
  | { readonly code: 'file-too-large'; readonly fileName: string }
  | { readonly code: 'request-too-large' }
  /** The file was changed, moved or deleted after it was chosen. */
  | { readonly code: 'file-unreadable'; readonly fileName: string }
  /** The service has too little disk space for files at the moment. It takes the form without files. */
  | { readonly code: 'no-room-for-files'; readonly retryAfterMs: number | null }
  /** The idempotency key belongs to another form. */
  | { readonly code: 'key-reused' };

export type Result<Value, Reason = Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Reason };

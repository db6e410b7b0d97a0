/** What the service answers with when a request is stored. */
export interface Receipt {
  /** A UUIDv7. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string;
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
  /** No answer came, as often as it was tried. After a submission the outcome is unknown: send it again with its key. */
  | { readonly code: 'unreachable' }
  /** The caller's signal. A submission may have been stored all the same: its key tells. */
  | { readonly code: 'aborted' }
  /** Still 408, 409, 429 or 503 after the last retry, or told to stay away longer than the client waits. */
  | { readonly code: 'busy'; readonly status: number; readonly retryAfterMs: number | null }
  /** Still another 5xx after the last retry. */
  | { readonly code: 'server-error'; readonly status: number; readonly message: string | null }
  /** Any other answer: the address is wrong, or something between refuses. */
  | { readonly code: 'refused'; readonly status: number; readonly message: string | null };

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

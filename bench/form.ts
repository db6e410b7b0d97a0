/** What one submission carries beside its payload. */
export interface Form {
  readonly fileCount: number;
  readonly fileBytes: number;
  /** Whether each submission has an `Idempotency-Key` of its own, as the page and the typed client send it. */
  readonly isKeyed?: boolean;
}

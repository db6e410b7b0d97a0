/** The content of one submission besides its payload. */
export interface Form {
  readonly fileCount: number;
  readonly fileBytes: number;
  /** Whether each submission has its own `Idempotency-Key`, as the page and the typed client send it. */
  readonly isKeyed?: boolean;
  /** Whether it has the part `commission-form` that the page sends for the studio of the bench. */
  readonly hasAnswers?: boolean;
}

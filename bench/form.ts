/** What one submission carries beside its payload. */
export interface Form {
  readonly fileCount: number;
  readonly fileBytes: number;
}

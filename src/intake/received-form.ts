/** How much of a form has come so far. Kept up to date while it is read. */
export interface ReceivedForm {
  bodyBytes: number;
  files: number;
}

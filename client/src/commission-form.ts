/** What a page tells beside the payload. The service takes the commission whatever it holds. */
export interface CommissionForm {
  readonly v: 1;
  /** `revision` of the catalogue that the customer saw. */
  readonly revision?: number;
  /** Tag of the language in which the customer saw it. */
  readonly language?: string;
  /** By the id of the question. */
  readonly answers?: Readonly<Record<string, string | readonly string[] | number | boolean | null>>;
  readonly terms?: readonly { readonly id: string; readonly sha256: string; readonly language: string }[];
  /** In minor units: cents of euros. */
  readonly estimate?: { readonly amount: number; readonly currency: string };
  /** An API token with the scope `intake`: a program's requests are never held. */
  readonly code?: string;
  /** A solved challenge: JSON in base64. */
  readonly proof?: string;
  readonly queueName?: string;
}

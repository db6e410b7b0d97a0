/** A text that customers could agree to, as it was first published. */
export interface TermsVersion {
  /** Hex, of the text's UTF-8. */
  readonly sha256: string;
  readonly publishedAt: Date;
  /** A tag (BCP 47). */
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

export interface TermsVersions {
  /** Resolves with null when no such text was ever published. Rejects when the database cannot be reached. */
  find(sha256: string): Promise<TermsVersion | null>;
}

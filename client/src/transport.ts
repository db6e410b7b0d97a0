/** One HTTP exchange. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | null;
  readonly signal: AbortSignal;
  /** Bytes of the body that were handed to the network so far. */
  onSent(bytes: number): void;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Rejects when no whole answer came, whatever the reason. */
export type Transport = (exchange: Exchange) => Promise<Answer>;

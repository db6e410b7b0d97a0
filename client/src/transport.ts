/** One HTTP exchange. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | null;
  readonly signal: AbortSignal;
  /** Reports the bytes of the body that were passed to the network so far. */
  onSent(bytes: number): void;
}

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Address of the created resource, or null. */
  readonly location: string | null;
  /** `Date`, where the page may read it. */
  readonly date: string | null;
  readonly text: string;
}

/** Rejects when no complete response came, for any reason. */
export type Transport = (exchange: Exchange) => Promise<HttpResponse>;

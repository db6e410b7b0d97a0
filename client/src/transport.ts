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

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Null where nothing was created. */
  readonly location: string | null;
  readonly text: string;
}

/** Rejects when no whole response came, whatever the reason. */
export type Transport = (exchange: Exchange) => Promise<HttpResponse>;

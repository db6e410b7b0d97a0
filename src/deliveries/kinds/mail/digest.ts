/** The requests of a digest. */
export interface Digest {
  readonly count: number;
  /** At most the first 50 requests. */
  readonly requests: readonly DigestRequest[];
}

export interface DigestRequest {
  readonly id: string;
  /** As the customer typed it. */
  readonly customerName: string;
}

export interface Digests {
  /** Makes due digests: at most one a day for each channel, and only of new requests. Concurrent calls are safe. */
  makeDue(): Promise<void>;
  /** Returns the requests that the facts of a digest refer to, without those that are SPAM or gone. */
  read(facts: Readonly<Record<string, unknown>> | null): Promise<Digest>;
}

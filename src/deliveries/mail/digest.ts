/** The requests that a digest tells of. */
export interface Digest {
  readonly count: number;
  /** The first of them. */
  readonly requests: readonly DigestRequest[];
}

export interface DigestRequest {
  readonly id: string;
  /** As the customer wrote it. */
  readonly customerName: string;
}

export interface Digests {
  /** Makes the digests that are due: at most one a day for each channel, and none where nothing came. Several processes may. */
  makeDue(): Promise<void>;
  /** What the facts of a digest stand for, without requests that are SPAM or gone. */
  read(facts: Readonly<Record<string, unknown>> | null): Promise<Digest>;
}

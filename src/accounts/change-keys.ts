/** An `Idempotency-Key` of an operator or a program, and the change that it was sent with. */
export interface KeyedCall {
  readonly actorId: string;
  /** 1 to 255 ASCII characters. */
  readonly key: string;
  /** Equal for equal changes. */
  readonly fingerprint: string;
  /** The request that the answer is about. Its erasure deletes the answer. */
  readonly requestId: string | null;
  /** A change in `steps` commits by itself, several times: after a crash it is repeated. */
  readonly manner: 'one-transaction' | 'steps';
}

/** The answer to a change that was made. */
interface ChangeAnswer {
  /** The HTTP status, 200 to 299. */
  readonly status: number;
  readonly etag: string | null;
  /** JSON, or empty. */
  readonly body: string;
}

/** A change that has its key for itself. */
export interface KeyedChange {
  /** Runs `work` as a part of the transaction that takes the key, unless the change is one of several steps. */
  run<T>(work: () => T): T;
  /** Commits the change with its answer. Null undoes it and frees the key. Call it once. */
  end(answer: ChangeAnswer | null): Promise<void>;
}

/** Lets each change be made once for its key, for 24 hours. Calls reject when the database cannot be reached. */
export interface ChangeKeys {
  /** `other-change`: the key belongs to another one. `under-way`: its change is being made now. */
  begin(call: KeyedCall): Promise<KeyedChange | { readonly earlier: ChangeAnswer } | 'other-change' | 'under-way'>;
  /** Runs `work` as one transaction. */
  inOne<T>(work: () => Promise<T>): Promise<T>;
}

/** A submission that was sent, with its responses. */
export interface Sent {
  /** The request's message. It identifies the request and ends with the number of its files. */
  readonly tag: string;
  readonly files: readonly SentFile[];
  /** The `Idempotency-Key` with which it was sent until it was stored, or null when it was sent once without a key. */
  readonly key: string | null;
  /** The time of the first attempt, in milliseconds since 1970. */
  readonly sentAt: number;
  /** The response to the last attempt, or null when the connection broke before a response. */
  readonly answer: Answer | null;
  /** The failures of earlier attempts. */
  readonly failures: readonly Failure[];
}

export interface SentFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** The status of a response, or `lost` when the connection broke before a response. */
export type Failure = number | 'lost';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Ledger {
  readonly sent: readonly Sent[];
  add(sent: Sent): void;
  /** Resolves when this many more submissions have received a 201. Rejects after `timeoutMs`. */
  createdMore(count: number, timeoutMs: number): Promise<void>;
}

export function createLedger(): Ledger {
  const sent: Sent[] = [];
  let created = 0;
  let waiting: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    sent,
    add(entry) {
      sent.push(entry);
      if (entry.answer?.status !== 201) return;
      created += 1;
      for (const { until, wake } of waiting) if (until <= created) wake();
      waiting = waiting.filter(({ until }) => until > created);
    },
    createdMore: (count, timeoutMs) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error(`Not ${count} submissions succeeded within ${timeoutMs} ms`));
        const timer = setTimeout(giveUp, timeoutMs);
        const wake = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.push({ until: created + count, wake });
      }),
  };
}

/** Returns how many files the request with this tag must have. */
export function fileCountOf(tag: string): number {
  return Number(/\d+$/.exec(tag)?.[0]);
}

/** Returns the id in a 201, or null for other responses. */
export function answeredId({ answer }: Sent): string | null {
  return answer?.status === 201 ? (JSON.parse(answer.body) as { id: string }).id : null;
}

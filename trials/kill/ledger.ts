/** What was sent, and what came back. */
export interface Sent {
  /** The message of the request: tells it apart and ends with the number of its files. */
  readonly tag: string;
  readonly files: readonly SentFile[];
  /** Its `Idempotency-Key`, under which it was sent until it was stored; null when it was sent once, without one. */
  readonly key: string | null;
  /** Milliseconds since 1970, of the first time. */
  readonly sentAt: number;
  /** To the last time; null when the connection broke before there was one. */
  readonly answer: Answer | null;
  /** Of the times before. */
  readonly failures: readonly Failure[];
}

export interface SentFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** The status of an answer, or that the connection broke before there was one. */
export type Failure = number | 'lost';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Ledger {
  readonly sent: readonly Sent[];
  add(sent: Sent): void;
  /** Resolves when this many more have been answered with 201, or rejects after `timeoutMs`. */
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

/** How many files the request of this tag has to have. */
export function fileCountOf(tag: string): number {
  return Number(/\d+$/.exec(tag)?.[0]);
}

/** The identifier that an answer of 201 gives. */
export function answeredId({ answer }: Sent): string | null {
  return answer?.status === 201 ? (JSON.parse(answer.body) as { id: string }).id : null;
}

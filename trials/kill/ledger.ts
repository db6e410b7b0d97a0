/** What was sent, and what came back. */
export interface Sent {
  /** The message of the request: tells it apart and ends with the number of its files. */
  readonly tag: string;
  readonly files: readonly SentFile[];
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** Null when the connection broke before there was one. */
  readonly answer: Answer | null;
}

export interface SentFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Ledger {
  readonly sent: readonly Sent[];
  add(sent: Sent): void;
  /** Resolves when this many more have been answered with 201, or rejects after `patienceMs`. */
  createdMore(count: number, patienceMs: number): Promise<void>;
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
    createdMore: (count, patienceMs) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error(`Not ${count} submissions succeeded within ${patienceMs} ms`));
        const timer = setTimeout(giveUp, patienceMs);
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

import type { Logger } from 'pino';

export type Releases = ReturnType<typeof createReleases>;

/** Closes all opened parts: first the parts that accept work, then the others in reverse order. */
export function createReleases(log: Logger) {
  const first: (() => Promise<void>)[] = [];
  const others: (() => Promise<void>)[] = [];
  let closed: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    await Promise.all(first.map(closeOne));
    for (const release of others.reverse()) await closeOne(release);
  }

  async function closeOne(release: () => Promise<void>): Promise<void> {
    await release().catch((error: unknown) => log.error({ err: error }, 'A part did not close'));
  }

  return {
    /** Like `add`, for parts that accept work. They close in parallel, so none accepts work while another finishes. */
    addFirst<T>(part: T, release: (part: T) => Promise<void>): T {
      first.push(() => release(part));
      return part;
    },
    /** Returns `part`, so that one line can open and register it. */
    add<T>(part: T, release: (part: T) => Promise<void>): T {
      others.push(() => release(part));
      return part;
    },
    /** Closes all parts. A part that fails to close is logged, and the others still close. Idempotent. */
    close(): Promise<void> {
      closed ??= closeAll();
      return closed;
    },
  };
}

/** Runs `work`, and closes all that it has registered when it ends. */
export async function withReleases<T>(log: Logger, work: (releases: Releases) => Promise<T>): Promise<T> {
  const releases = createReleases(log);
  try {
    return await work(releases);
  } finally {
    await releases.close();
  }
}

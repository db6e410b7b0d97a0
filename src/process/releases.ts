import type { Logger } from 'pino';

/** What has been opened and is closed again: first what takes work in, then the rest in reverse order. */
export interface Releases {
  /** As `add`, for what takes work in. All of these stop at once: none goes on while another one ends what is under way. */
  addFirst<T>(part: T, release: (part: T) => Promise<void>): T;
  /** Gives `part` back, for a line that opens and registers it at once. */
  add<T>(part: T, release: (part: T) => Promise<void>): T;
  /** A part that does not close is logged, and the others close all the same. Idempotent. */
  close(): Promise<void>;
}

export function createReleases(log: Logger): Releases {
  const first: (() => Promise<void>)[] = [];
  const others: (() => Promise<void>)[] = [];
  let closed: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    await Promise.all(first.map(closeOne));
    for (const release of others.reverse()) await closeOne(release);
  }

  async function closeOne(release: () => Promise<void>): Promise<void> {
    await release().catch((error: unknown) => log.error({ err: error }, 'A part of the service did not close'));
  }

  return {
    addFirst(part, release) {
      first.push(() => release(part));
      return part;
    },
    add(part, release) {
      others.push(() => release(part));
      return part;
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}

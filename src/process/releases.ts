import type { Logger } from 'pino';

export type Releases = ReturnType<typeof createReleases>;

/** What has been opened and is closed again: first what takes work in, then the rest in reverse order. */
export function createReleases(log: Logger) {
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
    /** As `add`, for what takes work in. All of these stop at once: none goes on while another one ends what is under way. */
    addFirst<T>(part: T, release: (part: T) => Promise<void>): T {
      first.push(() => release(part));
      return part;
    },
    /** Gives `part` back, for a line that opens and registers it at once. */
    add<T>(part: T, release: (part: T) => Promise<void>): T {
      others.push(() => release(part));
      return part;
    },
    /** A part that does not close is logged, and the others close all the same. Idempotent. */
    close(): Promise<void> {
      closed ??= closeAll();
      return closed;
    },
  };
}

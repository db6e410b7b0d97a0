import type { Logger } from 'pino';

/** What has been opened and is closed again, in reverse order. */
export interface Releases {
  /** Gives `part` back, for a line that opens and registers it at once. */
  add<T>(part: T, release: (part: T) => Promise<void>): T;
  /** A part that does not close is logged, and the others close all the same. Idempotent. */
  close(): Promise<void>;
}

export function createReleases(log: Logger): Releases {
  const releases: (() => Promise<void>)[] = [];
  let closed: Promise<void> | null = null;

  async function closeInReverse(): Promise<void> {
    for (const release of releases.reverse()) {
      await release().catch((error: unknown) => log.error({ err: error }, 'A part of the service did not close'));
    }
  }

  return {
    add(part, release) {
      releases.push(() => release(part));
      return part;
    },
    close() {
      closed ??= closeInReverse();
      return closed;
    },
  };
}

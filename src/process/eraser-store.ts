import type { Logger } from 'pino';
import { createEraser } from '../archive/create-eraser.ts';
import type { Eraser } from '../archive/erasure.ts';
import type { Config } from '../configuration/config.ts';
import { createIntentJournal } from '../journal/create-intent-journal.ts';
import { type InboxStore, withInbox } from './inbox-store.ts';
import { createReleases } from './releases.ts';
import { openNamedBucket, openReceipts } from './stores.ts';

/** Lends what erases requests of the service, which may be running, to `work`. */
export async function withEraser<T>(
  config: Config,
  log: Logger,
  work: (eraser: Eraser, inbox: InboxStore) => Promise<T>,
): Promise<T> {
  const releases = createReleases(log);
  try {
    const objects = releases.add(await openNamedBucket(config), (store) => store.close());
    const receipts = releases.add(await openReceipts(config), (store) => store.close());
    return await withInbox(config, log, (inbox) => {
      const { pool } = inbox;
      const journal = createIntentJournal(pool, config.timeLimits);
      return work(createEraser({ pool, journal, objects, receipts, log }), inbox);
    });
  } finally {
    await releases.close();
  }
}

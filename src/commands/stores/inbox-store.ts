import type { Logger } from 'pino';
import { createEraser } from '../../archive/create-eraser.ts';
import { createErasureCandidates } from '../../archive/create-erasure-candidates.ts';
import type { Eraser } from '../../archive/erasure.ts';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { createDeliveries } from '../../deliveries/create-deliveries.ts';
import { createRequestEditor } from '../../inbox/request-editor.ts';
import { createRequestExporter } from '../../inbox/request-exporter.ts';
import { createRequestReader } from '../../inbox/request-reader.ts';
import { createIntentJournal } from '../../journal/create-intent-journal.ts';
import { createReleases } from '../../process/releases.ts';
import { openNamedBucket, openPreviewCache, openReceipts } from '../../process/stores/stores.ts';
import { withReadyDatabase } from './ready-database.ts';

/** The requests, for a command from the shell of the host. */
export type InboxStore = ReturnType<typeof inboxIn>;

/** Lends the requests of the service, which may be running, to `work`. */
export function withInbox<T>(config: Config, log: Logger, work: (inbox: InboxStore) => Promise<T>): Promise<T> {
  return withReadyDatabase(config, log, (database) => work(inboxIn(database)));
}

/** Lends an eraser for the requests of the service, which may be running, to `work`. */
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
      return work(createEraser({ pool, journal, objects, receipts, previews: openPreviewCache(config), log }), inbox);
    });
  } finally {
    await releases.close();
  }
}

function inboxIn({ pool, openPool }: Database) {
  return {
    pool,
    reader: createRequestReader(pool),
    editor: createRequestEditor(pool),
    // A slow reader of an export keeps its connection, so exports have a pool of their own.
    exporter: createRequestExporter(openPool({ poolSize: 1 })),
    candidates: createErasureCandidates(pool),
    deliveries: createDeliveries(pool),
  };
}

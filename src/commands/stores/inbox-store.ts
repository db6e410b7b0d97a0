import { createEraser } from '../../archive/create-eraser.ts';
import { createErasureCandidates } from '../../archive/create-erasure-candidates.ts';
import { createDeliveries } from '../../deliveries/create-deliveries.ts';
import { createRequestEditor } from '../../inbox/request-editor.ts';
import { createRequestExporter } from '../../inbox/request-exporter.ts';
import { createRequestReader } from '../../inbox/request-reader.ts';
import { createIntentJournal } from '../../journal/create-intent-journal.ts';
import { openNamedBucket, openPreviewCache, openReceipts } from '../../process/stores/stores.ts';
import { type OpenContext, openReadyDatabase } from './ready-database.ts';

export type InboxStore = Awaited<ReturnType<typeof openInbox>>;

/** Opens the requests of the service, which may be running, for a command from the shell of the host. */
export async function openInbox(context: OpenContext) {
  const { pool, openPool } = await openReadyDatabase(context);
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

/** As `openInbox`, with an eraser for the requests. */
export async function openEraser(context: OpenContext) {
  const { config, log, releases } = context;
  const objects = releases.add(await openNamedBucket(config), (store) => store.close());
  const receipts = releases.add(await openReceipts(config), (store) => store.close());
  const inbox = await openInbox(context);
  const { pool } = inbox;
  const journal = createIntentJournal(pool, config.timeLimits);
  const previews = openPreviewCache(config);
  return { inbox, eraser: createEraser({ pool, journal, objects, receipts, previews, log }) };
}

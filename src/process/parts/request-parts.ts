import { createDeliveries } from '../../deliveries/history/create-deliveries.ts';
import { createIntentJournal } from '../../intake/journal/create-intent-journal.ts';
import { createErasureCandidates } from '../../keeping/erasure/create-erasure-candidates.ts';
import { createPersonNotices } from '../../keeping/erasure/create-person-notices.ts';
import { createInbox } from '../../requests/inbox/create-inbox.ts';
import { createTermsVersions } from '../../studio/revisions/create-terms-versions.ts';
import { type OpenContext, openReadyDatabase } from '../stores/database.ts';
import { openReceipts } from '../stores/receipts.ts';
import { openNamedBucket, openPreviewCache } from '../stores/stores.ts';
import { createKeepingParts } from './keeping-parts.ts';

export type InboxStore = Awaited<ReturnType<typeof openInbox>>;

/** Opens the requests of the service, which may be running, for a command from the shell of the host. */
export async function openInbox(context: OpenContext) {
  const { pool, openPool } = await openReadyDatabase(context);
  return {
    pool,
    ...createInbox(pool, openPool({ poolSize: 1 })),
    candidates: createErasureCandidates(pool),
    notices: createPersonNotices(pool),
    deliveries: createDeliveries(pool),
    termsVersions: createTermsVersions(pool),
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
  const previewCache = openPreviewCache(config);
  const { eraser } = createKeepingParts({ config, pool, journal, objects, receipts, previewCache, log });
  return { inbox, eraser };
}

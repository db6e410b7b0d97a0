import { createAccountStore } from '../../accounts/create-account-store.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import { createPasswords } from '../../accounts/passwords.ts';
import { createSealedChannels } from '../../deliveries/channels/sealed-channels.ts';
import { createChannelParts } from '../../deliveries/create-channel-parts.ts';
import { createDeliveries } from '../../deliveries/history/create-deliveries.ts';
import { createReceiverUrlReader } from '../../deliveries/receivers/receiver-url.ts';
import { createIntentJournal } from '../../intake/journal/create-intent-journal.ts';
import { createEraser } from '../../keeping/erasure/create-erasure.ts';
import { createErasureCandidates } from '../../keeping/erasure/create-erasure-candidates.ts';
import { createPersonNotices } from '../../keeping/erasure/create-person-notices.ts';
import { createInbox } from '../../requests/inbox/create-inbox.ts';
import { createTermsVersions } from '../../studio/revisions/create-terms-versions.ts';
import { type OpenContext, openReadyDatabase } from './database.ts';
import { openReceipts } from './receipts.ts';
import { openKeyRing } from './secrets.ts';
import { openNamedBucket, openPreviewCache } from './stores.ts';

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
  const previews = openPreviewCache(config);
  return { inbox, eraser: createEraser({ pool, journal, objects, receipts, previews, log }) };
}

/** Opens the accounts of the service, which may be running, for a command from the shell of the host. */
export async function openAccounts(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return { ...createAccountStore(pool, createPasswords()), inboxAddress: createInboxAddress(pool) };
}

export type ChannelStore = Awaited<ReturnType<typeof openChannels>>;

/** Opens the channels of the service, which may be running, for a command from the shell of the host. */
export async function openChannels(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return {
    ...createChannelParts(pool, openKeyRing(context.config), createReceiverUrlReader(context.config.deliveries)),
    sealed: createSealedChannels(pool),
  };
}

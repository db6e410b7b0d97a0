import { createIntentJournal } from '../../customers/journal/create-intent-journal.ts';
import { createEraser } from '../../keeping/erasure/create-eraser.ts';
import { createErasureCandidates } from '../../keeping/erasure/create-erasure-candidates.ts';
import { createAccountLinks, createPasswordLinks } from '../../operators/accounts/account-links.ts';
import { createApiTokens } from '../../operators/accounts/api-tokens.ts';
import { createInboxAddress } from '../../operators/accounts/inbox-address.ts';
import { createOperators } from '../../operators/accounts/operators.ts';
import { createPasswords } from '../../operators/accounts/passwords.ts';
import { createChannels } from '../../operators/deliveries/channels/create-channels.ts';
import { createSealedChannels } from '../../operators/deliveries/channels/sealed-channels.ts';
import { createDeliveries } from '../../operators/deliveries/ledger/create-deliveries.ts';
import { createReceiverUrlReader } from '../../operators/deliveries/receivers/receiver-url.ts';
import { createRequestEditor } from '../../operators/inbox/request-editor.ts';
import { createRequestExporter } from '../../operators/inbox/request-exporter.ts';
import { createRequestReader } from '../../operators/inbox/request-reader.ts';
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

/** Opens the accounts of the service, which may be running, for a command from the shell of the host. */
export async function openAccounts(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  const passwords = createPasswords();
  return {
    operators: createOperators(pool, passwords),
    links: createAccountLinks(pool, passwords),
    passwordLinks: createPasswordLinks(pool, passwords),
    inboxAddress: createInboxAddress(pool),
    tokens: createApiTokens(pool),
  };
}

export type ChannelStore = Awaited<ReturnType<typeof openChannels>>;

/** Opens the channels of the service, which may be running, for a command from the shell of the host. */
export async function openChannels(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return {
    channels: createChannels(pool, openKeyRing(context.config), createReceiverUrlReader(context.config.deliveries)),
    deliveries: createDeliveries(pool),
    sealed: createSealedChannels(pool),
  };
}

import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import { createOwnerAddresses } from '../../accounts/operators.ts';
import type { Config } from '../../configuration/config.ts';
import { createDigests } from '../../deliveries/kinds/mail/create-digests.ts';
import { createMailSender } from '../../deliveries/kinds/mail/create-mail-sender.ts';
import { createDiskNotices } from '../../deliveries/kinds/owners/create-disk-notices.ts';
import { createOwnerSender } from '../../deliveries/kinds/owners/create-owner-sender.ts';
import { watchChannels } from '../../deliveries/kinds/owners/outages.ts';
import { forgetNotices, notifyOfOldBackup } from '../../deliveries/kinds/owners/owner-notices.ts';
import { allKinds, kinds } from '../../deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../deliveries/ledger/create-ledger.ts';
import type { SubmissionPriority } from '../../deliveries/ledger/submission-priority.ts';
import { createDeliveryWorker } from '../../deliveries/ledger/worker.ts';
import { createReceiverClient } from '../../deliveries/receivers/receiver-client.ts';
import { askBackupAge } from '../../doctor/backup/backup-age.ts';
import { listenForNotifications } from '../../events/wake-up.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DiskNotices } from '../../platform/disk/disk-room.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { createNoticeSender } from '../../triage/opening/create-notice-sender.ts';
import { forgetOpeningNotices } from '../../triage/opening/forget-notices.ts';
import type { SignedParts } from '../parts/signed-parts.ts';
import { version } from '../program/own-package.ts';
import type { Releases } from '../program/releases.ts';
import { createLogoReader, mailStudioOf } from '../stores/mail-studio.ts';
import { openKeyRing } from '../stores/secrets.ts';
import { diskNoticeFile } from '../stores/stores.ts';
import { openJudge } from './judge-tasks.ts';
import { openMail } from './open-mail.ts';

interface DeliveryParts extends SignedParts {
  readonly config: Config;
  readonly studio: StudioSource;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly log: Logger;
  readonly releases: Releases;
  /** Slows the deliveries down while this process takes many submissions. */
  readonly submissionPriority: SubmissionPriority;
}

/** One connection listens for notifications, the worker and the periodic tasks share the others. */
const connections = 4;
const pollIntervalMs = 1000;
const tidyIntervalMs = 10_000;
const digestIntervalMs = 60_000;
const watchIntervalMs = 60_000;
const hourMs = 60 * 60_000;
const addressAgeMs = 60_000;

interface OpenedDeliveries {
  /** The periodic tasks for them. */
  readonly tasks: readonly Task[];
  /** Null in a process that sends no mail. */
  readonly diskNotices: DiskNotices | null;
}

/** Starts to send deliveries in a process with the role `upkeep`. */
export async function openDeliveries(given: DeliveryParts): Promise<OpenedDeliveries> {
  const { config, studio, objects, database, noticeTokens, challenges, log, releases, submissionPriority } = given;
  if (!config.roles.includes('upkeep')) return { tasks: [], diskNotices: null };
  const pool = database.openPool({ poolSize: connections, timeouts: config.timeLimits });
  const ledger = createDeliveryLedger(pool, kinds);
  const { allowsPrivate, retentionDays } = config.deliveries;
  const client = releases.add(createReceiverClient({ allowsPrivate }), (opened) => opened.close());
  const inboxUrl = inboxUrlOf(pool, config);
  const digests = createDigests(pool);
  const readLogo = createLogoReader(pool, objects, log);
  const mail = await openMail({ ...given, pool, digests, inboxUrl, readLogo });
  const parts = { client, keyRing: openKeyRing(config), inboxUrl, version: version(), mail: createMailSender(mail) };
  const senders = allKinds.map(([, kind]) => kind.createSender(parts));
  if (mail !== null) {
    senders.push(createOwnerSender({ pool, mailer: mail, ownerAddresses: createOwnerAddresses(pool), inboxUrl, log }));
  }
  if (mail !== null && config.publicUrl !== null) {
    const facts = mailStudioOf(config, studio.known);
    senders.push(
      createNoticeSender({ pool, mailer: mail, tokens: noticeTokens, formUrl: config.publicUrl, studio: facts }),
    );
  }
  const worker = releases.add(createDeliveryWorker({ ledger, senders, log, pace: submissionPriority.pace }), (opened) =>
    opened.close(),
  );
  const { judge, tasks: verdicts } = openJudge(pool, {
    challenges,
    secret: given.linkSecret,
    studio,
    file: config.studioFile,
  });
  // A request that has passed the judge is sent at once.
  const onCall = () =>
    void judge
      .judge()
      .finally(worker.wake)
      .catch(() => {});
  releases.add(listenForNotifications(pool, onCall, log), (listener) => listener.close());
  const tasks: readonly Task[] = [
    ...verdicts,
    { name: 'deliveries', intervalMs: pollIntervalMs, run: () => worker.wake() },
    { name: 'digests', intervalMs: digestIntervalMs, run: () => digests.makeDue() },
    { name: 'lost deliveries', intervalMs: tidyIntervalMs, run: () => worker.tidy() },
    { name: 'failing channels', intervalMs: watchIntervalMs, run: () => watchChannels(pool, log) },
    { name: 'age of the back-up', intervalMs: hourMs, run: () => watchBackup(pool, config) },
    {
      name: 'old deliveries',
      intervalMs: hourMs,
      async run(signal) {
        await forgetNotices(pool, retentionDays);
        await forgetOpeningNotices(pool, retentionDays);
        while (!signal.aborted && (await ledger.forgetOld(retentionDays)) > 0);
      },
    },
  ];
  const diskNotices = mail && createDiskNotices({ pool, markFile: diskNoticeFile(config), host: hostname(), log });
  return { tasks, diskNotices };
}

/** Notifies owners of a back-up that is too old, as the doctor warns of it. */
async function watchBackup(pool: Pool, { databaseUrl, objectStore }: Config): Promise<void> {
  const client = await pool.connect();
  try {
    const { ask } = askBackupAge(databaseUrl !== null && objectStore.kind !== 'filesystem');
    const [finding] = await ask(client, pool);
    if (finding?.verdict === 'warning') await notifyOfOldBackup(pool);
  } finally {
    client.release();
  }
}

/** Returns a function that resolves with `INBOX_URL`, or with the address where an inbox last listened. */
function inboxUrlOf(pool: Pool, { inbox }: Config): () => Promise<string> {
  const address = createInboxAddress(pool);
  let found: { readonly url: string; readonly at: number } | null = null;
  return async () => {
    if (inbox?.url) return inbox.url;
    if (found === null || performance.now() - found.at > addressAgeMs) {
      found = { url: (await address.find()) ?? 'http://127.0.0.1:3001', at: performance.now() };
    }
    return found.url;
  };
}

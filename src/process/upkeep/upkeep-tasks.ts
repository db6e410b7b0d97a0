import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forgetChangeKeys } from '../../accounts/create-change-keys.ts';
import { removeExpiredAttempts } from '../../accounts/expired-attempts.ts';
import { createSessions } from '../../accounts/sessions.ts';
import type { Config } from '../../configuration/config.ts';
import type { SubmissionPriority } from '../../deliveries/ledger/submission-priority.ts';
import type { RollBackQueue } from '../../intake/journal/roll-back.ts';
import { type SweepParts, sweep } from '../../intake/journal/sweep.ts';
import { forgetExpiredKeys } from '../../intake/records/idempotency-keys.ts';
import { createErasureCandidates } from '../../keeping/erasure/create-erasure-candidates.ts';
import type { Eraser } from '../../keeping/erasure/erasure.ts';
import { storeReceipts } from '../../keeping/erasure/receipts.ts';
import { applyRetention } from '../../keeping/erasure/retention.ts';
import { eraseUnusedPictures } from '../../keeping/erasure/unused-pictures.ts';
import { createDiskWatch } from '../../platform/disk/watch-disk.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import { bucketFolder, createLeftOverRemoval } from '../../platform/objects/filesystem/bucket-folder.ts';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import { fillSearchRows, indexNewRequests } from '../../requests/inbox/search-index.ts';
import { namedPictures } from '../../studio/document/named-pictures.ts';
import { objectsDirectory } from '../stores/stores.ts';

interface UpkeepParts extends SweepParts {
  readonly config: Pick<Config, 'roles' | 'bucketName' | 'inbox' | 'timeLimits'>;
  readonly pool: Pool;
  readonly rollBacks: RollBackQueue;
  readonly submissionPriority: SubmissionPriority;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A search must find a new request within five seconds. */
const searchIntervalMs = 1000;

/** Returns the periodic tasks of a process with these roles. */
export function upkeepTasks(parts: UpkeepParts): readonly Task[] {
  const { roles, bucketName, inbox } = parts.config;
  // Without a bucket name the sweep would look for objects in another bucket and conclude that they are gone.
  const hasBucket = bucketName !== null;
  return [
    ...(hasBucket && roles.includes('intake') ? rollBackTasks(parts) : []),
    ...(hasBucket && roles.includes('upkeep') ? submissionTasks(parts) : []),
    ...(inbox !== null && roles.includes('upkeep') ? inboxTasks(parts) : []),
  ];
}

/** The rollbacks that are only in the memory of this process. */
function rollBackTasks({ config, rollBacks }: UpkeepParts): readonly Task[] {
  return [{ name: 'roll back', intervalMs: config.timeLimits.sweepIntervalMs, run: () => rollBacks.condemnWaiting() }];
}

function submissionTasks(parts: UpkeepParts): readonly Task[] {
  const { config, pool } = parts;
  return [
    { name: 'sweep', intervalMs: config.timeLimits.sweepIntervalMs, run: (signal) => sweep(parts, signal) },
    { name: 'idempotency keys', intervalMs: hourMs, run: (signal) => forgetExpiredKeys(pool, signal) },
  ];
}

function inboxTasks({ pool, submissionPriority }: UpkeepParts): readonly Task[] {
  const sessions = createSessions(pool);
  return [
    {
      name: 'search rows',
      intervalMs: searchIntervalMs,
      run: (signal) => indexNewRequests(pool, submissionPriority.isBusy, signal),
    },
    {
      name: 'search rows of held requests',
      intervalMs: searchIntervalMs,
      run: (signal) => fillSearchRows(pool, signal),
    },
    { name: 'expired sessions', intervalMs: hourMs, run: async () => void (await sessions.removeExpired()) },
    { name: 'keys of changes', intervalMs: minuteMs, run: () => forgetChangeKeys(pool) },
    { name: 'expired sign-in attempts', intervalMs: hourMs, run: () => removeExpiredAttempts(pool) },
  ];
}

/** Returns the task that removes the unfinished files of killed processes from a bucket of files. */
export function leftOverTasks(config: Config): readonly Task[] {
  const { roles, objectStore, bucketName, timeLimits } = config;
  if (bucketName === null || objectStore.kind !== 'filesystem' || !roles.includes('upkeep')) return [];
  const run = createLeftOverRemoval(bucketFolder(objectsDirectory(config), bucketName).incoming);
  // One put takes less than the lease, which is less than the shortest pause.
  return [{ name: 'partial files', intervalMs: 2 * timeLimits.leaseMs, run }];
}

/** Returns the task that logs that a disk is low, and notifies owners. */
export function diskTasks(parts: Parameters<typeof createDiskWatch>[0]): readonly Task[] {
  return [{ name: 'free disk space', intervalMs: minuteMs, run: createDiskWatch(parts) }];
}

interface ErasureTaskParts {
  readonly config: Config;
  readonly pool: Pool;
  readonly eraser: Eraser;
  readonly receipts: DocumentStore;
  readonly log: Logger;
}

/** Returns the tasks that erase requests and pictures whose time has come, and store the receipts of all erasures. */
export function erasureTasks({ config, pool, eraser, receipts, log }: ErasureTaskParts): readonly Task[] {
  const { roles, bucketName, retention: rules, studioFile } = config;
  if (bucketName === null || !roles.includes('upkeep')) return [];
  const candidates = createErasureCandidates(pool);
  const ofFile = studioFile === null ? [] : namedPictures(studioFile.studio).map(({ sha256 }) => sha256);
  return [
    { name: 'erasure receipts', intervalMs: minuteMs, run: (signal) => storeReceipts(pool, receipts, signal) },
    {
      name: 'retention',
      intervalMs: hourMs,
      async run(signal) {
        const erased = await applyRetention({ candidates, eraser, rules }, signal);
        if (erased > 0) log.info({ erased }, 'Retention: requests were erased');
      },
    },
    {
      name: 'unused pictures',
      intervalMs: hourMs,
      async run() {
        const erased = await eraseUnusedPictures(pool, ofFile);
        if (erased > 0) log.info({ erased }, 'Pictures of the studio that nothing names were removed');
      },
    },
  ];
}

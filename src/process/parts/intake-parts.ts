import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { SubmissionPriority } from '../../deliveries/ledger/submission-priority.ts';
import { createThrottledCall, createThrottledNotify } from '../../events/wake-up.ts';
import { createAdmission } from '../../http/public/admission.ts';
import { createReadiness } from '../../intake/readiness/readiness.ts';
import { createRecentOutcomes } from '../../intake/readiness/recent-outcomes.ts';
import { createSubmissionRecords } from '../../intake/records/create-submission-records.ts';
import { createDatabaseProbe } from '../../intake/records/database-probe.ts';
import type { Schema } from '../../intake/records/schema.ts';
import type { SubmissionRecords } from '../../intake/records/submission-records.ts';
import { createSpool } from '../../intake/spool/create-spool.ts';
import type { DiskRoom } from '../../platform/disk/disk-room.ts';
import { isBelowFloor } from '../../platform/disk/disk-space.ts';
import { failureMessages } from '../../platform/failure/errors.ts';
import type { Redact } from '../../platform/log/redactor.ts';
import { isMeasured, measured, timed } from '../../platform/measurements/measurements.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { spoolDirectoryOf } from '../stores/stores.ts';
import type { JournalParts } from './journal-parts.ts';

export interface IntakeNeeds extends JournalParts {
  readonly config: Config;
  readonly pool: Pool;
  readonly schema: Schema;
  readonly objects: ObjectStore;
  readonly diskRoom: DiskRoom;
  /** Slows deliveries down while this process takes many submissions. */
  readonly submissionPriority: SubmissionPriority;
  readonly log: Logger;
  readonly redact: Redact;
}

/** Makes the parts that take in a form: limits, spool, stores, readiness. The caller stops the readiness. */
export function createIntakeParts(needs: IntakeNeeds) {
  const { config, journal, rollBacks, objects, diskRoom, redact } = needs;
  const { timeLimits } = config;
  const outcomes = createRecentOutcomes();
  const readiness = createServiceReadiness(needs, outcomes);
  return {
    hasBucket: config.bucketName !== null,
    apiRevision: config.apiRevision,
    maxRequestBytes: config.maxRequestBytes,
    pace: timeLimits,
    uploadLimits: { ...timeLimits, attempts: timeLimits.putAttempts },
    admission: createAdmission({ ...config, ...timeLimits, smallBodyMemoryBytes: config.spoolMemoryBytes }),
    spool: createSpool({ directory: spoolDirectoryOf(config), memoryBudgetBytes: config.spoolMemoryBytes }),
    stores: { records: createRecords(needs), leases: journal, objects, rollBacks },
    diskRoom,
    isDiskLow: async () => isBelowFloor(await diskRoom.fullest()),
    outcomes,
    readiness,
    unreadyPart: async () => (await readiness.problems())[0]?.part ?? null,
    describeFailure: failureMessages(config.failureDetails, redact),
  };
}

function createServiceReadiness(
  { config, pool, schema, objects, log, redact }: IntakeNeeds,
  outcomes: ReturnType<typeof createRecentOutcomes>,
) {
  const { bucketName: bucket, objectStore, databaseUrl } = config;
  const endpoint = objectStore.kind === 's3' ? objectStore.endpoint : null;
  return createReadiness({
    databaseKind: databaseUrl === null ? 'embedded' : 'server',
    store: bucket === null ? null : { bucket, endpoint },
    database: createDatabaseProbe(pool, schema),
    objects,
    outcomes,
    log,
    redact,
  });
}

/** A stored request wakes the judge, or the workers of deliveries where nothing judges it. */
function createRecords({ config, pool, schema, submissionPriority }: IntakeNeeds): SubmissionRecords {
  const notifyWorkers = createThrottledNotify(pool);
  const callJudge = createThrottledCall(pool);
  const records = createSubmissionRecords({
    pool,
    schema,
    leaseMs: config.timeLimits.leaseMs,
    onStored({ judgedBy: { judging } }) {
      submissionPriority.onArrival();
      if (judging === null) notifyWorkers();
      else callJudge();
    },
  });
  return isMeasured('commit') ? measuredRecords(records) : records;
}

/** Measures the statement that stores a request, with those it shares its commit with. */
function measuredRecords(records: SubmissionRecords): SubmissionRecords {
  const onEnd = (_result: string, elapsedMs: number) => measured('commit', { elapsedMs });
  return { ...records, begin: (submission) => timed(() => records.begin(submission), onEnd) };
}

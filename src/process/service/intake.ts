import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createReadiness, type Readiness } from '../../customers/readiness/readiness.ts';
import { createRecentOutcomes, type RecentOutcomes } from '../../customers/readiness/recent-outcomes.ts';
import { createSubmissionRecords } from '../../customers/records/create-submission-records.ts';
import { createDatabaseProbe } from '../../customers/records/database-probe.ts';
import { createSpool } from '../../customers/spool/create-spool.ts';
import { createStatusReader } from '../../customers/status-links/create-status-links.ts';
import { createStatusUrls } from '../../customers/status-links/status-tokens.ts';
import { createApp } from '../../http/app.ts';
import { createAdmission } from '../../http/public/admission.ts';
import { createThrottledNotify } from '../../operators/deliveries/ledger/wake-up.ts';
import { isBelowFloor } from '../../platform/disk/disk-space.ts';
import { failureMessages } from '../../platform/failure/errors.ts';
import type { Redact } from '../../platform/log/redactor.ts';
import { packageFolder } from '../program/own-package.ts';
import type { Releases } from '../program/releases.ts';
import { spoolDirectoryOf } from '../stores/stores.ts';
import type { Foundation } from './foundation.ts';
import { listen } from './listen.ts';

/** The customers' side. */
export interface Intake {
  /** The address of the listener: `http://<host>:<port>`. */
  readonly address: string;
  readonly readiness: Readiness;
}

interface IntakeParts {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  readonly foundation: Foundation;
  readonly releases: Releases;
}

/** Serves the form, its endpoint and the documents. */
export async function startIntake(parts: IntakeParts): Promise<Intake> {
  const { config, releases } = parts;
  const outcomes = createRecentOutcomes();
  const readiness = releases.add(openReadiness(parts, outcomes), async (opened) => opened.stop());
  const app = releases.addFirst(await openApp(parts, readiness, outcomes), (opened) => opened.close());
  const { host, port } = config;
  return { address: await listen(app, { host, port, variables: { host: 'HOST', port: 'PORT' } }), readiness };
}

function openReadiness({ config, log, redact, foundation }: IntakeParts, outcomes: RecentOutcomes): Readiness {
  const { database, schema, objects } = foundation;
  const { bucketName: bucket, objectStore, databaseUrl } = config;
  const endpoint = objectStore.kind === 's3' ? objectStore.endpoint : null;
  return createReadiness({
    databaseKind: databaseUrl === null ? 'embedded' : 'server',
    store: bucket === null ? null : { bucket, endpoint },
    database: createDatabaseProbe(database.pool, schema),
    objects,
    outcomes,
    log,
    redact,
  });
}

async function openApp(
  { config, log, redact, foundation }: IntakeParts,
  readiness: Readiness,
  outcomes: RecentOutcomes,
): Promise<FastifyInstance> {
  const { schema, objects, journal, rollBacks, statusTokens, doctorChallenge, submissionPriority, diskRoom } =
    foundation;
  const { pool } = foundation.database;
  const { timeLimits } = config;
  const spool = createSpool({ directory: spoolDirectoryOf(config), memoryBudgetBytes: config.spoolMemoryBytes });
  await spool.removeLeftOvers();
  const notifyWorkers = createThrottledNotify(pool);
  const records = createSubmissionRecords({
    pool,
    schema,
    leaseMs: timeLimits.leaseMs,
    onVisible() {
      submissionPriority.onArrival();
      notifyWorkers();
    },
  });
  return createApp({
    ...config,
    ...timeLimits,
    pageDirectory: packageFolder('#page/index.html'),
    studio: foundation.studio,
    hasBucket: config.bucketName !== null,
    pace: timeLimits,
    admission: createAdmission({ ...config, ...timeLimits, smallBodyMemoryBytes: config.spoolMemoryBytes }),
    unreadyPart: async () => (await readiness.problems())[0]?.part ?? null,
    doctorChallenge,
    outcomes,
    stores: { records, leases: journal, objects, rollBacks },
    uploadLimits: { ...timeLimits, attempts: timeLimits.putAttempts },
    spool,
    diskRoom,
    isDiskLow: async () => isBelowFloor(await diskRoom.fullest()),
    statusUrlOf: createStatusUrls(statusTokens, config),
    statusTokens,
    statusReader: createStatusReader(pool),
    log,
    describeFailure: failureMessages(config.failureDetails, redact),
  });
}

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { emptyCatalogue } from '../../catalogue/catalogue.ts';
import type { Config } from '../../configuration/config.ts';
import { createThrottledNotify } from '../../deliveries/wake-up.ts';
import { isBelowFloor } from '../../disk/disk-space.ts';
import { failureMessages } from '../../failure/errors.ts';
import { createApp } from '../../http/app.ts';
import { createAdmission } from '../../http/public/admission.ts';
import type { Redact } from '../../log/redactor.ts';
import { createReadiness, type Readiness } from '../../readiness/readiness.ts';
import { createRecentOutcomes, type RecentOutcomes } from '../../readiness/recent-outcomes.ts';
import { createSubmissionRecords } from '../../records/create-submission-records.ts';
import { createDatabaseProbe } from '../../records/database-probe.ts';
import { createSpool } from '../../spool/create-spool.ts';
import { createStatusReader } from '../../status-links/create-status-links.ts';
import { createStatusUrls } from '../../status-links/status-tokens.ts';
import { packageFolder } from '../own-package.ts';
import type { Releases } from '../releases.ts';
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
    catalogue: config.catalogue ?? emptyCatalogue,
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

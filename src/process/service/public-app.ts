import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { emptyCatalogue } from '../../catalogue/catalogue.ts';
import type { Config } from '../../configuration/config.ts';
import { createWorkersCall } from '../../deliveries/wake-up.ts';
import { createApp } from '../../http/app.ts';
import { createAdmission } from '../../http/public/admission.ts';
import { failureMessages } from '../../http/reply/failure-message.ts';
import type { Redact } from '../../log/redactor.ts';
import type { Readiness } from '../../readiness/readiness.ts';
import type { RecentOutcomes } from '../../readiness/recent-outcomes.ts';
import { createSubmissionRecords } from '../../records/create-submission-records.ts';
import { createSpool } from '../../spool/create-spool.ts';
import { createStatusReader } from '../../status-links/create-status-reader.ts';
import { createStatusUrls } from '../../status-links/status-url.ts';
import { builtPageFolder } from '../own-package.ts';
import { spoolDirectoryOf } from '../stores/stores.ts';
import type { Foundation } from './foundation.ts';

interface PublicAppParts {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  readonly foundation: Foundation;
  readonly readiness: Readiness;
  readonly outcomes: RecentOutcomes;
}

/** The customers' side: the intake, the page and the documents. Does not listen yet. */
export async function createPublicApp(parts: PublicAppParts): Promise<FastifyInstance> {
  const { config, log, redact, foundation, readiness, outcomes } = parts;
  const { schema, objects, journal, rollBacks, statusTokens, doctorChallenge, giveWay } = foundation;
  const { pool } = foundation.database;
  const { timeLimits } = config;
  const spool = createSpool({ directory: spoolDirectoryOf(config), memoryBudgetBytes: config.spoolMemoryBytes });
  await spool.removeLeftOvers();
  const callWorkers = createWorkersCall(pool);
  const records = createSubmissionRecords({
    pool,
    schema,
    leaseMs: timeLimits.leaseMs,
    onVisible() {
      giveWay.onArrival();
      callWorkers();
    },
  });
  return createApp({
    ...config,
    ...timeLimits,
    pageDirectory: builtPageFolder('The page', '#page/index.html', log),
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
    statusUrlOf: createStatusUrls(statusTokens, config),
    statusTokens,
    statusReader: createStatusReader(pool),
    log,
    describeFailure: failureMessages(config.failureDetails, redact),
  });
}

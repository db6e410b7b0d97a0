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
import { packageFolder } from '../own-package.ts';
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
  const spool = createSpool({
    directory: spoolDirectoryOf(config),
    memoryBudgetBytes: config.spoolMemoryBytes,
  });
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
    publicPath: config.publicPath,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    pageDirectory: findPage(log),
    catalogue: config.catalogue ?? emptyCatalogue,
    pictures: config.pictures,
    hasBucket: config.bucketName !== null,
    apiRevision: config.apiRevision,
    maxRequestBytes: config.maxRequestBytes,
    pace: timeLimits,
    admission: createAdmission({ ...config, ...timeLimits, smallBodyMemoryBytes: config.spoolMemoryBytes }),
    maxConnections: config.maxConnections,
    headersMs: timeLimits.headersMs,
    drainMs: timeLimits.drainMs,
    shutdownGraceMs: config.shutdownGraceMs,
    unreadyPart: async () => (await readiness.problems())[0]?.part ?? null,
    doctorChallenge,
    outcomes,
    stores: { records, leases: journal, objects, rollBacks },
    uploadLimits: { ...timeLimits, attempts: timeLimits.putAttempts },
    spool,
    statusUrlOf: createStatusUrls(statusTokens, config),
    statusTokens,
    statusReader: createStatusReader(pool),
    trustedProxies: config.trustedProxies,
    log,
    describeFailure: failureMessages(config.failureDetails, redact),
  });
}

/** Without the page commissions are taken all the same. */
function findPage(log: Logger): string | null {
  try {
    return packageFolder('#page/index.html');
  } catch (error) {
    log.warn({ err: error }, 'The page is not built: GET / responds 404 until `npm run build` has made it');
    return null;
  }
}

import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createStatusUrls } from '../../events/status-links/status-tokens.ts';
import { createThrottledCall, createThrottledNotify } from '../../events/wake-up.ts';
import { createApp } from '../../http/app.ts';
import { type Admission, createAdmission } from '../../http/public/admission.ts';
import { createReadiness, type Readiness } from '../../intake/readiness/readiness.ts';
import { createRecentOutcomes, type RecentOutcomes } from '../../intake/readiness/recent-outcomes.ts';
import { createSubmissionRecords } from '../../intake/records/create-submission-records.ts';
import { createDatabaseProbe } from '../../intake/records/database-probe.ts';
import type { SubmissionRecords } from '../../intake/records/submission-records.ts';
import { createSpool } from '../../intake/spool/create-spool.ts';
import type { Spool } from '../../intake/spool/spool.ts';
import { isBelowFloor } from '../../platform/disk/disk-space.ts';
import { failureMessages } from '../../platform/failure/errors.ts';
import type { Redact } from '../../platform/log/redactor.ts';
import { isMeasured, measured, timed } from '../../platform/measurements/measurements.ts';
import { createStatusReader } from '../../requests/facets/create-status-reader.ts';
import { createQueueView } from '../../requests/queue/create-queue-view.ts';
import { createPictureIndex } from '../../studio/pictures/picture-index.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';
import { createTermsVersions } from '../../studio/revisions/create-terms-versions.ts';
import { createJudgedBy } from '../../triage/judged-by.ts';
import { createOpeningNotices } from '../../triage/opening/create-opening-notices.ts';
import { createOpeningView, type OpeningView } from '../../triage/opening/opening-view.ts';
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
  readonly server: Server;
  /** The number of uploads in progress. */
  uploads(): number;
  /** Memory that holds attachments. */
  spoolBytes(): number;
  /** Resolves with whether customers may send requests now, to the waiting list too. */
  isOpen(): Promise<boolean>;
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
  const spool = await openSpool(config);
  const admission = createAdmission({
    ...config,
    ...config.timeLimits,
    smallBodyMemoryBytes: config.spoolMemoryBytes,
  });
  const opening = createOpeningView({ counted: parts.foundation.countedRequests, hasNotices: hasNotices(config) });
  const app = releases.addFirst(openApp(parts, { readiness, outcomes, spool, admission, opening }), (opened) =>
    opened.close(),
  );
  const { host, port } = config;
  const address = await listen(app, { host, port, variables: { host: 'HOST', port: 'PORT' } });
  const spoolBytes = () => spool.memoryBytes;
  const isOpen = async () => (await opening.of(parts.foundation.studio.known())).state !== 'closed';
  return { address, readiness, server: app.server, uploads: admission.uploads, spoolBytes, isOpen };
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

async function openSpool(config: Config): Promise<Spool> {
  const spool = createSpool({ directory: spoolDirectoryOf(config), memoryBudgetBytes: config.spoolMemoryBytes });
  await spool.removeLeftOvers();
  return spool;
}

interface AppParts {
  readonly readiness: Readiness;
  readonly outcomes: RecentOutcomes;
  readonly spool: Spool;
  readonly admission: Admission;
  readonly opening: OpeningView;
}

function openApp(
  { config, log, redact, foundation }: IntakeParts,
  { readiness, outcomes, spool, admission, opening }: AppParts,
): FastifyInstance {
  const {
    schema,
    objects,
    journal,
    rollBacks,
    linkSecret,
    statusTokens,
    challenges,
    doctorChallenge,
    submissionPriority,
    diskRoom,
  } = foundation;
  const { pool } = foundation.database;
  const { timeLimits } = config;
  const notifyWorkers = createThrottledNotify(pool);
  const callJudge = createThrottledCall(pool);
  const records = createSubmissionRecords({
    pool,
    schema,
    leaseMs: timeLimits.leaseMs,
    onStored({ judgedBy: { judging } }) {
      submissionPriority.onArrival();
      if (judging === null) notifyWorkers();
      else callJudge();
    },
  });
  return createApp({
    ...config,
    ...timeLimits,
    pageDirectory: packageFolder('#page/index.html'),
    studio: foundation.studio,
    isAsked: foundation.studio.isAsked,
    servedRevision() {
      const current = foundation.studio.current();
      // That of a file is unknown while it cannot be stored.
      return current && (current.revision ?? (config.studioFile === null ? 0 : null));
    },
    judgedBy: createJudgedBy({ studio: foundation.studio, hasMail: config.mail !== null, secret: linkSecret }),
    studioPictures: { index: createPictureIndex(createStudioPictures(pool)), objects },
    opening,
    openingNotices: hasNotices(config)
      ? createOpeningNotices(foundation.openingPool, foundation.noticeTokens, linkSecret)
      : null,
    queue: createQueueView(foundation.openingPool),
    hasBucket: config.bucketName !== null,
    pace: timeLimits,
    admission,
    unreadyPart: async () => (await readiness.problems())[0]?.part ?? null,
    challenges,
    doctorChallenge,
    outcomes,
    stores: { records: measuredRecords(records), leases: journal, objects, rollBacks },
    uploadLimits: { ...timeLimits, attempts: timeLimits.putAttempts },
    spool,
    diskRoom,
    isDiskLow: async () => isBelowFloor(await diskRoom.fullest()),
    statusUrlOf: createStatusUrls(statusTokens, config),
    statusTokens,
    statusReader: createStatusReader(pool),
    termsVersions: createTermsVersions(pool),
    log,
    describeFailure: failureMessages(config.failureDetails, redact),
  });
}

/** Measures the statement that stores a request, with those it shares its commit with. */
function measuredRecords(records: SubmissionRecords): SubmissionRecords {
  if (!isMeasured('commit')) return records;
  const tell = (_result: string, elapsedMs: number) => measured('commit', { elapsedMs });
  return { ...records, begin: (submission) => timed(() => records.begin(submission), tell) };
}

/** A mail about the opening needs an address to lead to. */
function hasNotices({ mail, publicUrl }: Config): boolean {
  return mail !== null && publicUrl !== null;
}

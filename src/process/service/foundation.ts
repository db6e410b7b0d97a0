import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createSubmissionPriority } from '../../deliveries/ledger/submission-priority.ts';
import { createDoctorChallenge } from '../../doctor/challenge.ts';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { createStatusTokens } from '../../events/status-links/status-tokens.ts';
import { createIntentJournal } from '../../intake/journal/create-intent-journal.ts';
import { createRollBack } from '../../intake/journal/roll-back.ts';
import { databaseProblem } from '../../intake/readiness/database-problem.ts';
import { SchemaVersionError } from '../../intake/records/migrations.ts';
import type { Schema } from '../../intake/records/schema.ts';
import { createEraser } from '../../keeping/erasure/create-erasure.ts';
import type { Database } from '../../platform/database/database.ts';
import { isMeasured } from '../../platform/measurements/measurements.ts';
import { measuredObjectStore } from '../../platform/objects/measured-object-store.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import { untilAborted } from '../../platform/waiting/within-limit.ts';
import type { StudioKey } from '../../studio/document/studio.ts';
import { createStudioFollower } from '../../studio/revisions/follow-studio.ts';
import { createChallenges } from '../../triage/guard/challenges.ts';
import { createCountedRequests } from '../../triage/opening/create-counted-requests.ts';
import { createNoticeTokens } from '../../triage/opening/notice-tokens.ts';
import type { Releases } from '../program/releases.ts';
import { StartError } from '../program/start-failure.ts';
import { openReceipts } from '../stores/receipts.ts';
import { openSchema } from '../stores/schema.ts';
import { openDatabase, openDiskRoom, openObjectStore, openPreviewCache } from '../stores/stores.ts';
import { openDeliveries } from '../upkeep/delivery-tasks.ts';
import { diskTasks, erasureTasks, leftOverTasks, upkeepTasks } from '../upkeep/upkeep-tasks.ts';

/** What every role of the service needs: both stores, and the periodic work on them. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** Opens the stores. The embedded database comes first, because its owner owns the whole data directory. */
export async function openFoundation(config: Config, log: Logger, releases: Releases) {
  const database = releases.add(await openDatabase(config, log), (opened) => opened.close());
  const { pool } = database;
  const store = await openObjectStore(config);
  const objects = isMeasured('objectStore') ? measuredObjectStore(store) : store;
  const receipts = releases.add(await openReceipts(config), (store) => store.close());
  const linkSecret = createLinkSecret(pool);
  const schema = openSchema(config, pool, linkSecret);
  await prepareSchema(schema, log);
  const studio = await openStudio(config, database, schema, log, releases);
  // Opens no connection before the studio has set when the form is open.
  const openingPool = database.openPool({ poolSize: 2, timeouts: config.timeLimits });
  const countedRequests = createCountedRequests(openingPool);
  const statusTokens = createStatusTokens(linkSecret);
  const noticeTokens = createNoticeTokens(linkSecret);
  const challenges = createChallenges(linkSecret);
  const doctorChallenge = createDoctorChallenge(linkSecret);
  const { leaseMs, graceMs, sweepIntervalMs } = config.timeLimits;
  const journal = createIntentJournal(pool, { leaseMs, graceMs });
  const rollBacks = releases.add(createRollBack({ journal, objects, log }), (queue) => queue.close());
  // The store closes before the roll backs, so that they handle the uploads that its closing ends.
  releases.add(objects, (store) => store.close());
  const eraser = createEraser({ pool, journal, objects, receipts, previews: openPreviewCache(config), log });
  const submissionPriority = createSubmissionPriority();
  const diskRoom = await openDiskRoom(config);
  const deliveries = await openDeliveries({
    config,
    studio,
    objects,
    database,
    statusTokens,
    noticeTokens,
    guard: { challenges, secret: linkSecret },
    log,
    releases,
    submissionPriority,
  });
  const { diskNotices } = deliveries;
  const diskWatch = diskTasks({ room: diskRoom, notices: diskNotices, log });
  const tasks = [
    ...upkeepTasks({ pool, journal, rollBacks, objects, submissionPriority, log, sweepIntervalMs }, config),
    ...erasureTasks({ pool, eraser, receipts, log }, config),
    ...deliveries.tasks,
    ...(diskNotices === null ? [] : diskWatch),
  ];
  // They use no table, so they begin without the database.
  const fileTasks = [...leftOverTasks(config), ...(diskNotices === null ? diskWatch : [])];
  releases.add(createUpkeep(fileTasks, log), (upkeep) => upkeep.stop()).start();
  const hasTables = createTableCheck(config, schema, log);
  releases.add(createUpkeep(tasks, log, hasTables), (upkeep) => upkeep.stop()).start();
  return {
    hasTables,
    database,
    schema,
    studio,
    countedRequests,
    openingPool,
    noticeTokens,
    objects,
    journal,
    rollBacks,
    receipts,
    linkSecret,
    statusTokens,
    challenges,
    doctorChallenge,
    submissionPriority,
    diskRoom,
  };
}

/** Follows what is published: pages and mails show it, and upkeep judges requests by it. */
async function openStudio(config: Config, database: Database, schema: Schema, log: Logger, releases: Releases) {
  const listeningPool = database.openPool({ poolSize: 1, timeouts: config.timeLimits });
  const { pool } = database;
  const { ready } = schema;
  // The earlier revision ignores a custom card that a customer has chosen.
  const leftOut: readonly StudioKey[] = config.apiRevision === 'earlier' ? ['customCards'] : [];
  const follower = createStudioFollower({ pool, listeningPool, file: config.studioFile, leftOut, log, ready });
  await follower.poll();
  releases.add(follower, (opened) => opened.close()).start();
  return follower;
}

/**
 * Returns a function that resolves with whether the tables are ready, and never rejects. It logs each cause once where no
 * readiness of the intake does.
 */
function createTableCheck({ databaseUrl, roles }: Config, schema: Schema, log: Logger) {
  let logged = '';
  return async (stopping: AbortSignal): Promise<boolean> => {
    try {
      await untilAborted(schema.ready(), stopping);
      if (logged !== '') log.info('The database is reached');
      logged = '';
      return true;
    } catch (error) {
      const { what, remedy } = databaseProblem(error, databaseUrl === null ? 'embedded' : 'server');
      if (stopping.aborted || roles.includes('intake') || what === logged) return false;
      log.warn({ part: 'database' }, [what, remedy].filter(Boolean).join(': '));
      logged = what;
      return false;
    }
  };
}

/** Tolerates a database that is down: each submission tries again, and the readiness reports the failure. */
async function prepareSchema(schema: Schema, log: Logger): Promise<void> {
  try {
    await schema.ready();
  } catch (error) {
    if (error instanceof StartError || error instanceof SchemaVersionError) throw error;
    log.debug({ err: error }, 'The tables are not ready');
  }
}

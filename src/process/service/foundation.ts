import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createSubmissionPriority } from '../../deliveries/ledger/submission-priority.ts';
import { databaseProblem } from '../../intake/readiness/database-problem.ts';
import { SchemaVersionError } from '../../intake/records/migrations.ts';
import type { Schema } from '../../intake/records/schema.ts';
import type { Database } from '../../platform/database/database.ts';
import { isMeasured } from '../../platform/measurements/measurements.ts';
import { measuredObjectStore } from '../../platform/objects/measured-object-store.ts';
import { untilAborted } from '../../platform/waiting/within-limit.ts';
import type { StudioKey } from '../../studio/document/studio.ts';
import { createStudioFollower } from '../../studio/revisions/follow-studio.ts';
import { createJournalParts } from '../parts/journal-parts.ts';
import { createSignedParts } from '../parts/signed-parts.ts';
import type { Releases } from '../program/releases.ts';
import { StartError } from '../program/start-failure.ts';
import { openReceipts } from '../stores/receipts.ts';
import { openSchema } from '../stores/schema.ts';
import { openDatabase, openDiskRoom, openObjectStore, openPreviewCache } from '../stores/stores.ts';

/** The parts that all roles of the service share: both stores, and the parts made of them. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** Opens the stores. The embedded database comes first, because its owner owns the whole data directory. */
export async function openFoundation(config: Config, log: Logger, releases: Releases) {
  const database = releases.add(await openDatabase(config, log), (opened) => opened.close());
  const { pool } = database;
  const store = await openObjectStore(config);
  const objects = isMeasured('objectStore') ? measuredObjectStore(store) : store;
  const receipts = releases.add(await openReceipts(config), (store) => store.close());
  const links = createSignedParts(pool, config);
  const schema = openSchema(config, pool, links.linkSecret);
  await prepareSchema(schema, log);
  const studio = await openStudio(config, database, schema, log, releases);
  const { journal, rollBacks } = createJournalParts({ config, pool, objects, log });
  releases.add(rollBacks, (queue) => queue.close());
  // The store closes before the roll backs, so that they handle the uploads that its closing ends.
  releases.add(objects, (store) => store.close());
  return {
    ...links,
    database,
    schema,
    hasTables: createTableCheck(config, schema, log),
    studio,
    objects,
    journal,
    rollBacks,
    receipts,
    previewCache: openPreviewCache(config),
    submissionPriority: createSubmissionPriority(),
    diskRoom: await openDiskRoom(config),
  };
}

/** Follows the published studio: pages and mails show it, and upkeep judges requests by it. */
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

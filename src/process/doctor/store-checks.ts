import { existsSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createBucketChecks, noBucketCheck } from '../../doctor/bucket/create-bucket-checks.ts';
import { createFolderChecks } from '../../doctor/bucket/create-folder-checks.ts';
import { createRestoredCheck } from '../../doctor/bucket/restored-check.ts';
import type { Check } from '../../doctor/check.ts';
import { createDatabaseChecks, type DatabaseFacts } from '../../doctor/database/checks.ts';
import { databaseProblem } from '../../intake/readiness/database-problem.ts';
import { readNewestKeys } from '../../intake/records/database-probe.ts';
import { isPrerelease, migrationName, readRelationNames, readSchemaVersions } from '../../intake/records/migrations.ts';
import { clusterDirectory } from '../../platform/database/embedded/cluster.ts';
import { timeoutSettings } from '../../platform/database/pool.ts';
import { examinePooler } from '../../platform/database/pooler.ts';
import { readUsedIds } from '../../studio/revisions/read-used-ids.ts';
import type { Releases } from '../program/releases.ts';
import { isRestoreUnfinished, migrationsDirectory } from '../stores/schema.ts';
import { bucketPath, openNamedBucket, openSharedDatabase, s3Options } from '../stores/stores.ts';

/** Connections of the deliveries, of the studio's listener and of the listeners. */
const otherConnections = 9;

/** Returns a function that opens the service's database once. It never creates an embedded database. */
export function createPoolOpener(config: Config, log: Logger, releases: Releases): () => Promise<Pool | null> {
  const open = once(async () => releases.add(await openSharedDatabase(config, log), (opened) => opened.close()));
  return async () => {
    if (config.databaseUrl === null && !existsSync(clusterDirectory(config.dataDirectory))) return null;
    return (await open()).pool;
  };
}

/** Returns the checks of the database. */
export function databaseChecks(config: Config, openPool: DatabaseFacts['openPool']): readonly Check[] {
  const { databaseUrl, databasePoolSize, inbox, objectStore, pendingMigrations, timeLimits } = config;
  const migrations = migrationsDirectory();
  return createDatabaseChecks({
    openPool,
    explain: (error) => databaseProblem(error, databaseUrl === null ? 'embedded' : 'server'),
    connections: databasePoolSize + (inbox?.databaseConnections ?? 0) + otherConnections,
    examinePooler: (client, connection) => examinePooler(client, connection, timeoutSettings(timeLimits)),
    studio: { file: config.studioFile, ignoresCustomCards: config.apiRevision === 'earlier', usedIds: readUsedIds },
    tables: () => readRelationNames(migrations),
    async versions(client) {
      const found = await readSchemaVersions(client, migrations);
      return { ...found, isPrerelease: isPrerelease(found), pending: found.pending.map(migrationName) };
    },
    migratesAtStart: pendingMigrations === 'run',
    isRestoreUnfinished,
    isElsewhere: databaseUrl !== null && objectStore.kind === 's3',
  });
}

/** Returns the checks of the object store. */
export function bucketChecks(
  config: Config,
  releases: Releases,
  openPool: DatabaseFacts['openPool'],
): readonly Check[] {
  const { bucketName: bucket, objectStore } = config;
  if (bucket === null) return [noBucketCheck];
  const objects = once(async () => releases.add(await openNamedBucket(config), (store) => store.close()));
  const restoredCheck = createRestoredCheck({
    bucket,
    objects,
    async files() {
      const pool = await openPool();
      return pool === null ? null : { newestKeys: (limit) => readNewestKeys(pool, limit) };
    },
  });
  if (objectStore.kind === 'filesystem') return [...createFolderChecks(bucketPath(config, bucket)), restoredCheck];
  const { checks, settled } = createBucketChecks({
    bucket,
    endpoint: objectStore.endpoint,
    probe: once(async () => {
      const { createS3BucketProbe } = await import('../../platform/objects/s3/probe.ts');
      return releases.add(createS3BucketProbe(s3Options(objectStore, bucket)), async (probe) => {
        await settled();
        await probe.close();
      });
    }),
    objects,
  });
  return [...checks, restoredCheck];
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

import type { PoolClient } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { migrate } from '../../intake/records/migrate.ts';
import { readMigrations, versionRange } from '../../intake/records/migrations.ts';
import type { BackupParts } from '../../keeping/backup/create-backup.ts';
import type { RestoreParts } from '../../keeping/backup/restore-backup.ts';
import { createFileInventory } from '../../keeping/files/create-file-inventory.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { version } from '../program/own-package.ts';
import { assertUsableDataDirectory } from './data-directory.ts';
import { assertReachable, type OpenContext, openReadyDatabase, patientTimeouts } from './database.ts';
import { explainBucket } from './explained-store.ts';
import { openBackedUpReceipts, openReceipts, openReceiptsOf } from './receipts.ts';
import { migrationsDirectory, openSchema } from './schema.ts';
import { importSecretKeys, secretKeysText } from './secrets.ts';
import { bucketAddress, openBucketOfFiles, openDatabase, openObjectStore } from './stores.ts';

/** Opens the parts of the service that a back-up reads. The service may be running. */
export async function openBackupSource(
  context: OpenContext,
  { withSecrets }: { readonly withSecrets: boolean },
): Promise<BackupParts> {
  const { config, releases } = context;
  const { openPool } = await openReadyDatabase(context);
  const pool = openPool({ poolSize: 4, timeouts: patientTimeouts(config) });
  const objects = explainedObjects(
    config,
    releases.add(await openBucketOfFiles(config, pool), (store) => store.close()),
  );
  const secrets = withSecrets ? await secretKeysText(config) : null;
  const bucket = bucketAddress(config);
  return { pool, objects, bucket, files: createFileInventory(pool), program: version(), secrets };
}

/** The system's failures of a bucket of files name its path, which the command explains. */
function explainedObjects(config: Config, objects: ObjectStore): BackupParts['objects'] {
  const { objectStore, bucketName } = config;
  if (objectStore.kind !== 's3' || bucketName === null) return objects;
  const explain = explainBucket({ name: bucketAddress(config), bucket: bucketName, endpoint: objectStore.endpoint });
  return { get: (key, options) => objects.get(key, options).catch(explain) };
}

/**
 * Opens a stopped, empty service.
 * @param otherBucket A folder or an S3 URL whose erasures apply too. Null: the restore reads the bucket that the back-up names.
 */
export async function openRestoreTarget(
  { config, log, releases }: OpenContext,
  otherBucket: string | null,
): Promise<RestoreParts> {
  if (config.bucketName === null) throw new Error('BUCKET_NAME is not set');
  if (config.databaseUrl === null || config.objectStore.kind === 'filesystem') {
    await assertUsableDataDirectory(config.dataDirectory);
  }
  const database = releases.add(await openDatabase(config, log), (opened) => opened.close());
  const objects = releases.add(await openObjectStore(config), (store) => store.close());
  const receipts = [await openReceipts(config)];
  if (otherBucket !== null) receipts.push(await openReceiptsOf(config, otherBucket));
  for (const opened of receipts) releases.add(opened, (store) => store.close());
  const pool = database.openPool({ poolSize: 5, timeouts: patientTimeouts(config) });
  await assertReachable(config, pool);
  const held = releases.add(await pool.connect(), async (client) => client.release(true));
  await assertOnlyRestore(held);
  await assertNobodyElse(held);
  const directory = migrationsDirectory();
  return {
    pool,
    objects,
    receipts,
    openBackedUp:
      otherBucket !== null
        ? null
        : async (bucket) => releases.add(await openBackedUpReceipts(config, bucket), (store) => store.close()),
    importSecrets: (text) => importSecretKeys(config, text),
    schemaVersions: versionRange(await readMigrations(directory)),
    migrate: (version) =>
      version === undefined
        ? openSchema({ ...config, pendingMigrations: 'run' }, pool).ready()
        : migrate(pool, directory, version),
  };
}

/** Key of an advisory lock: a number that no other program on the server is likely to use. */
const restoreLockKey = 4_018_276_391;

const othersText = `
  select count(*)::int as count from pg_stat_activity o, pg_stat_activity own
  where own.pid = pg_backend_pid() and o.pid <> own.pid and o.datname = own.datname
    and o.application_name = own.application_name and o.backend_type = 'client backend'`;

/** The lock needs a session of its own: the pool would close its idle sessions while objects are copied. */
async function assertOnlyRestore(held: PoolClient): Promise<void> {
  const { rows } = await held.query<{ is_first: boolean }>('select pg_try_advisory_lock($1) as is_first', [
    restoreLockKey,
  ]);
  if (rows[0]?.is_first !== true) throw new Error('another restore into this database is running: wait until it ends');
}

/** A running service would store new requests while the rows are restored. */
async function assertNobodyElse(held: PoolClient): Promise<void> {
  const { rows } = await held.query<{ count: number }>(othersText);
  if ((rows[0]?.count ?? 0) > 0) throw new Error('the service is using the database: stop it first');
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { BackupParts } from '../archive/backup/create-backup.ts';
import { createFileInventory } from '../archive/create-file-inventory.ts';
import type { Config } from '../configuration/config.ts';
import { readySchema } from './ready-schema.ts';
import { createReleases } from './releases.ts';
import { secretKeysText } from './secrets.ts';
import { openExistingBucket, openNamedBucket, openSharedDatabase } from './stores.ts';
import { version } from './version.ts';

/** For a statement: a large table takes as long as it takes. */
const patientMs = 2 ** 30;

/** Lends what a back-up reads of the service, which may be running, to `work`. */
export async function withBackupSource<T>(
  config: Config,
  log: Logger,
  { withSecrets }: { readonly withSecrets: boolean },
  work: (source: BackupParts) => Promise<T>,
): Promise<T> {
  const releases = createReleases(log);
  try {
    const database = releases.add(await openSharedDatabase(config, log), (opened) => opened.close());
    await readySchema(config, database.pool);
    const pool = database.openPool({ poolSize: 4, timeouts: { ...config.timeLimits, statementMs: patientMs } });
    const open = (await hasFiles(pool)) ? openExistingBucket : openNamedBucket;
    const objects = releases.add(await open(config), (store) => store.close());
    const secrets = withSecrets ? await secretKeysText(config) : null;
    return await work({ pool, objects, files: createFileInventory(pool), program: version(), secrets });
  } finally {
    await releases.close();
  }
}

async function hasFiles(pool: Pool): Promise<boolean> {
  const text = 'select exists (select from commission_request_files) as found';
  return (await pool.query<{ found: boolean }>(text)).rows[0]?.found === true;
}

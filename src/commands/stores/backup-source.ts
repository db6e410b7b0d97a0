import type { Logger } from 'pino';
import type { BackupParts } from '../../archive/backup/create-backup.ts';
import { createFileInventory } from '../../archive/create-file-inventory.ts';
import type { Config } from '../../configuration/config.ts';
import { version } from '../../process/own-package.ts';
import { secretKeysText } from '../../process/stores/secrets.ts';
import { openBucketOfFiles } from '../../process/stores/stores.ts';
import { unlimitedStatementMs, withReadyDatabase } from './ready-database.ts';

/** Lends the parts of the service that a back-up reads to `work`. The service may be running. */
export async function withBackupSource<T>(
  config: Config,
  log: Logger,
  { withSecrets }: { readonly withSecrets: boolean },
  work: (source: BackupParts) => Promise<T>,
): Promise<T> {
  return withReadyDatabase(config, log, async ({ openPool }) => {
    const pool = openPool({ poolSize: 4, timeouts: { ...config.timeLimits, statementMs: unlimitedStatementMs } });
    const objects = await openBucketOfFiles(config, pool);
    try {
      const secrets = withSecrets ? await secretKeysText(config) : null;
      return await work({ pool, objects, files: createFileInventory(pool), program: version(), secrets });
    } finally {
      await objects.close();
    }
  });
}

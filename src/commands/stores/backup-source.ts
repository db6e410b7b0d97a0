import type { BackupParts } from '../../archive/backup/create-backup.ts';
import { createFileInventory } from '../../archive/create-file-inventory.ts';
import { version } from '../../process/own-package.ts';
import { secretKeysText } from '../../process/stores/secrets.ts';
import { openBucketOfFiles } from '../../process/stores/stores.ts';
import { type OpenContext, openReadyDatabase, patientTimeouts } from './ready-database.ts';

/** Opens the parts of the service that a back-up reads. The service may be running. */
export async function openBackupSource(
  context: OpenContext,
  { withSecrets }: { readonly withSecrets: boolean },
): Promise<BackupParts> {
  const { config, releases } = context;
  const { openPool } = await openReadyDatabase(context);
  const pool = openPool({ poolSize: 4, timeouts: patientTimeouts(config) });
  const objects = releases.add(await openBucketOfFiles(config, pool), (store) => store.close());
  const secrets = withSecrets ? await secretKeysText(config) : null;
  return { pool, objects, files: createFileInventory(pool), program: version(), secrets };
}

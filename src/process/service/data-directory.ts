import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { existingFolder, obstacleTo } from '../../doctor/machine/existing-folder.ts';
import { noFolderText, StartError, startFailureText } from '../start-failure.ts';

/**
 * Checks that this process may write or create `DATA_DIR`. Creates nothing, because each part creates its own folders
 * durably. When only temporary files would be in it, a fault is a warning. @throws the system's error, or a StartError
 */
export async function checkDataDirectory(config: Config, log: Logger): Promise<void> {
  const { dataDirectory, databaseUrl, objectStore } = config;
  try {
    const obstacle = await obstacleTo(dataDirectory);
    if (obstacle !== null) throw new StartError(noFolderText(dataDirectory, obstacle));
    await access(await existingFolder(dataDirectory), constants.W_OK | constants.X_OK);
  } catch (error) {
    if (databaseUrl === null || objectStore.kind === 'filesystem') throw error;
    log.warn(`Large attachments will fail. ${startFailureText(error, dataDirectory) ?? ''}`);
  }
}

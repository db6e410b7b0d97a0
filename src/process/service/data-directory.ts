import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { existingFolder } from '../../doctor/machine/existing-folder.ts';
import { startFailureText } from '../start-failure.ts';

/**
 * Checks that this process may write `DATA_DIR`, or make it. Makes nothing: each part makes its own folders durably.
 * Where only temporary files would lie there, a fault is a warning. @throws the system's error
 */
export async function checkDataDirectory(config: Config, log: Logger): Promise<void> {
  const { dataDirectory, databaseUrl, objectStore } = config;
  try {
    await access(await nearestExisting(dataDirectory), constants.W_OK | constants.X_OK);
  } catch (error) {
    if (databaseUrl === null || objectStore.kind === 'filesystem') throw error;
    log.warn(`Large attachments will fail. ${startFailureText(error, dataDirectory) ?? ''}`);
  }
}

/** The directory, or the nearest one above it. */
async function nearestExisting(path: string): Promise<string> {
  const directory = await existingFolder(path);
  if ((await stat(directory)).isDirectory()) return directory;
  throw Object.assign(new Error(`${directory} is no directory`), { code: 'ENOTDIR', path: directory });
}

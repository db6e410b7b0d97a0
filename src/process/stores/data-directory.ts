import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { existingFolder, obstacleTo } from '../../doctor/machine/existing-folder.ts';
import { noFolderText, StartError, startFailureText } from '../program/start-failure.ts';

/** `PROC_SUPER_MAGIC` of Linux. */
const procFileSystem = 0x9fa0;

/**
 * Checks that this process may write or create `DATA_DIR`. Creates nothing, because each part creates its own folders
 * durably. @throws {StartError} with the remedy
 */
export async function assertUsableDataDirectory(dataDirectory: string): Promise<void> {
  try {
    const obstacle = await obstacleTo(dataDirectory);
    if (obstacle !== null) throw new StartError(noFolderText(dataDirectory, obstacle));
    const folder = await existingFolder(dataDirectory);
    if (await isBelowProc(folder)) throw new StartError(noFolderText(dataDirectory, `${folder} belongs to the kernel`));
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const text = startFailureText(error, dataDirectory);
    throw text === null || error instanceof StartError ? error : new StartError(text, { cause: error });
  }
}

/** Below /proc the creation of a folder with its parents never ends. */
export async function isBelowProc(folder: string): Promise<boolean> {
  return (await statfs(await existingFolder(folder))).type === procFileSystem;
}

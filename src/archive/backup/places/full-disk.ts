import { BackupError } from './backup-folder.ts';

/** Error codes of a full disk, an exhausted quota, and a full disk of PostgreSQL. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Runs `work`. Rejects with a `BackupError` that says what to do when a disk is full. */
export async function explainFullDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message, path } = error as {
      readonly code?: unknown;
      readonly message?: string;
      readonly path?: string;
    };
    if (!fullCodes.includes(code)) throw error;
    const where = path === undefined || message?.includes(path) ? '' : ` (${path})`;
    throw new BackupError(
      `a disk is full: ${message}${where}; free some space and run the same command again, it continues`,
    );
  }
}

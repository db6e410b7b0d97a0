import { BackupError } from './backup-folder.ts';

/** Disks, quotas, and PostgreSQL's disk. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Rejects with words where a disk is full. */
export async function withFullDiskTold<T>(work: () => Promise<T>): Promise<T> {
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
    throw new BackupError(`a disk is full: ${message}${where}; make room and run the same command again, it goes on`);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backup-folder.ts';

const attempts = 4;
const firstPauseMs = 500;

/** Retries `work` with growing pauses. Rejects at once on an error that a retry cannot fix, such as a full disk. */
export async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || signal.aborted || isFinal(error)) throw error;
      await sleep(firstPauseMs * 2 ** attempt, undefined, { signal });
    }
  }
}

/** Error codes of a full disk, an exhausted quota, and a full disk of PostgreSQL. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Runs `work`. When a disk is full, rejects with a `BackupError` that has the remedy. */
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
      `a disk is full: ${message}${where}; free some space, then run the same command again to resume`,
    );
  }
}

/** True for errors of the local disk, for a store that rejects the credentials, and for a damaged back-up. */
function isFinal(error: unknown): boolean {
  if (error instanceof BackupError) return true;
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(String(code)) || status === 401 || status === 403;
}

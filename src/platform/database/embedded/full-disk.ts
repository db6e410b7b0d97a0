import { statfs } from 'node:fs/promises';
import { EmbeddedDatabaseError, fullDiskText } from './errors.ts';

/** The server writes a segment of its log of changes at its start. */
const neededBytes = 16 * 1024 ** 2;

/**
 * Runs a step of a start, and explains a failure by a full disk. Its other signs mislead: PostgreSQL cannot write its log
 * then either.
 * @throws {EmbeddedDatabaseError} that says that the disk is full, or what the step throws
 */
export async function explainFullDisk<T>(dataDirectory: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const isFull =
      namesFullDisk(cause) || (cause instanceof EmbeddedDatabaseError && (await isDiskFull(dataDirectory)));
    throw isFull ? new EmbeddedDatabaseError(fullDiskText(dataDirectory), { cause }) : cause;
  }
}

function namesFullDisk(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, message } = one as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device|disk quota exceeded/i.test(message))
      return true;
  }
  return false;
}

async function isDiskFull(directory: string): Promise<boolean> {
  const found = await statfs(directory).catch(() => null);
  // Some file systems count no files.
  return found !== null && (found.bavail * found.bsize < neededBytes || (found.files > 0 && found.ffree === 0));
}

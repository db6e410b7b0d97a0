import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { EmbeddedDatabaseError, fullDiskText, noFilesLeftText } from './errors.ts';

/** The server writes a segment of its write-ahead log at its start. */
const neededBytes = 16 * 1024 ** 2;

/**
 * Runs a step of a start, and explains a failure by a full disk. Its other signs mislead: PostgreSQL cannot write its log
 * then either.
 * @throws {EmbeddedDatabaseError} that says that the disk is full, or the step's own error
 */
export async function explainFullDisk<T>(dataDirectory: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const isOurs = namesFullDisk(cause) || cause instanceof EmbeddedDatabaseError;
    const space = isOurs ? await statfs(dataDirectory).catch(() => null) : null;
    if (space !== null && takesNoFiles(space))
      throw new EmbeddedDatabaseError(noFilesLeftText(dataDirectory), { cause });
    const isFull = namesFullDisk(cause) || (space !== null && space.bavail * space.bsize < neededBytes);
    throw isOurs && isFull ? new EmbeddedDatabaseError(fullDiskText(dataDirectory), { cause }) : cause;
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

/** Some file systems count no files. */
function takesNoFiles({ files, ffree }: StatsFs): boolean {
  return files > 0 && ffree === 0;
}

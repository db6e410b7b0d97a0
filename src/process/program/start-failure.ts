import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { SchemaVersionError } from '../../intake/records/migrations.ts';
import {
  DataDirectoryInUseError,
  EmbeddedDatabaseError,
  fullDiskText,
} from '../../platform/database/embedded/errors.ts';

/** The service cannot start. The message names the fault, and the remedy for the host. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const noRightCodes: readonly unknown[] = ['EACCES', 'EPERM'];
const noFolderCodes: readonly unknown[] = ['ENOTDIR', 'EEXIST'];
const noRoomCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** Returns the fault and its remedy, or null when the cause is not known. */
export function startFailureText(error: unknown, dataDirectory: string): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (noRoomCodes.includes(code) || error.message.includes('No space left on device')) {
    return fullDiskText(dataDirectory);
  }
  if (path !== undefined && code === 'EROFS') {
    return `${path} is on a disk that is mounted read-only: mount it for writing, or set another DATA_DIR`;
  }
  if (path !== undefined && noRightCodes.includes(code)) {
    const isMissing = (path === dataDirectory && syscall === 'mkdir') || isAbove(path, dataDirectory);
    const remedy = isMissing
      ? `create DATA_DIR for it (install -d -o ${accountName()} ${dataDirectory})`
      : `give it DATA_DIR (chown -R ${accountName()} ${dataDirectory})`;
    return `The account ${accountName()} has no right to write ${path}: ${remedy}, or set another DATA_DIR`;
  }
  if (path !== undefined && noFolderCodes.includes(code)) {
    return noFolderText(dataDirectory, `${path} is a file`);
  }
  const isKnown = [StartError, DataDirectoryInUseError, EmbeddedDatabaseError, SchemaVersionError].some(
    (type) => error instanceof type,
  );
  return isKnown ? error.message : null;
}

function isAbove(path: string, folder: string): boolean {
  return resolve(folder).startsWith(path.replace(/\/*$/, '/'));
}

export function noFolderText(dataDirectory: string, obstacle: string): string {
  return `DATA_DIR (${dataDirectory}) cannot be a folder, because ${obstacle}: set another DATA_DIR`;
}

/** Returns the id of an account without a name, as containers have them. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.geteuid?.());
  }
}

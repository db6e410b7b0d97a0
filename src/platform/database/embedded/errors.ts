/** The embedded PostgreSQL could not be prepared, started or stopped. The message names the operator's remedy. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** The remedy for files that cannot be used any more. */
export const damageRemedy =
  'Its files are damaged: keep a copy of DATA_DIR, then restore a back-up into an empty one (commissions restore)';

/** @param dataDirectory As the operator configured it. */
export function fullDiskText(dataDirectory: string): string {
  return `The disk of DATA_DIR (${dataDirectory}) is full: free some space, or set DATA_DIR to a folder on a larger disk`;
}

/** @param dataDirectory As the operator configured it. */
export function noFilesLeftText(dataDirectory: string): string {
  return `The disk of DATA_DIR (${dataDirectory}) takes no more files (df -i): remove small files, or set DATA_DIR to a folder on another disk`;
}

/** Another live process owns the data directory. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError';

  /** @param ownerPid The owner's process id in its own PID namespace, or null when unknown. */
  constructor(dataDirectory: string, ownerPid: number | null) {
    const owner = ownerPid === null ? 'another running service' : `another running service (process ${ownerPid})`;
    super(`The data directory ${dataDirectory} is in use by ${owner}: stop that one, or set another DATA_DIR`);
  }
}

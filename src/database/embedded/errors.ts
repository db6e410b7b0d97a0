/** The embedded PostgreSQL could not be prepared, started or stopped. The message tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** Another live process owns the data directory. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError';

  /** @param ownerPid The owner's process id as its own system counts; null when it is not known. */
  constructor(dataDirectory: string, ownerPid: number | null) {
    const owner = ownerPid === null ? 'another running service' : `another running service (process ${ownerPid})`;
    super(`The data directory ${dataDirectory} is in use by ${owner}: stop that one, or set another DATA_DIR`);
  }
}

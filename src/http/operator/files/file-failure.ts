import type { Logger } from 'pino';
import { StoredFileError } from '../../../objects/stored-file.ts';
import { problems } from '../problem.ts';

/** The file that failed, for the log. */
interface FileReference {
  readonly requestId: string;
  readonly position: number;
}

const messages = {
  missing: 'A file is missing from the object store',
  altered: 'A file in the object store is not the one that was stored',
  unavailable: 'A file could not be read from the object store',
};

const responses = {
  missing: problems.fileMissing,
  altered: problems.fileAltered,
  unavailable: problems.storeUnavailable,
};

/** Logs that a file could not be sent, or not all of it. */
export function logFileFailure(log: Logger, file: FileReference, error: unknown): void {
  const { fault = 'unavailable', cause } = error instanceof StoredFileError ? error : {};
  log.error({ ...file, ...(cause === undefined ? {} : { err: cause }) }, messages[fault]);
}

/** Returns the problem for a file that could not be opened. Returns any other error unchanged. */
export function fileProblem(error: unknown): unknown {
  return error instanceof StoredFileError ? responses[error.fault]() : error;
}

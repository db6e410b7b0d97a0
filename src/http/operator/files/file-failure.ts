import type { Logger } from 'pino';
import { AlteredObjectError, MissingObjectError, ObjectUnavailableError } from '../../../objects/stored-file.ts';
import { problems } from '../problem.ts';

/** Which file failed, for the log. */
interface FileReference {
  readonly requestId: string;
  readonly position: number;
}

/** Logs that a file could not be given, or was not given whole. */
export function logFileFailure(log: Logger, file: FileReference, error: unknown): void {
  const cause = error instanceof ObjectUnavailableError ? error.cause : undefined;
  log.error({ ...file, ...(cause === undefined ? {} : { err: cause }) }, messageOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof MissingObjectError) return 'A file is missing from the object store';
  if (error instanceof AlteredObjectError) return 'A file in the object store is not the one that was stored';
  return 'A file could not be read from the object store';
}

/** The response to a file that could not be opened. Another error is itself. */
export function fileProblem(error: unknown): unknown {
  if (error instanceof MissingObjectError) return problems.fileMissing();
  if (error instanceof AlteredObjectError) return problems.fileAltered();
  return error instanceof ObjectUnavailableError ? problems.storeUnavailable() : error;
}

import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ByteRange, ObjectStore } from '../../../platform/objects/object-store.ts';
import { checkStoredFile, openStoredFile, StoredFileError } from '../../../platform/objects/stored-file.ts';
import type { RequestFiles, StoredFile } from '../../../requests/inbox/files.ts';
import type { OperatorParts } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';

/** The sources of files. */
export interface FileSource {
  readonly objects: ObjectStore;
  readonly files: Pick<RequestFiles, 'find'>;
  readonly log: Logger;
}

export function fileSourceOf({ attachments, inbox: { files }, host: { log } }: OperatorParts): FileSource {
  return { objects: attachments.objects, files, log };
}

/**
 * Opens a file, or a range of it, until `signal` is aborted. Logs failures, also those while the file is being read.
 * @throws {ProblemError}
 */
export async function openFile(
  source: FileSource,
  requestId: string,
  file: StoredFile,
  { range, signal }: { readonly range?: ByteRange | undefined; readonly signal: AbortSignal },
): Promise<Readable> {
  const opening = openStoredFile(source.objects, file, range === undefined ? { signal } : { range, signal });
  const content = await opening.catch(rejectedBy(source, requestId, file, signal));
  return content.once('error', reportTo(source, requestId, file, signal));
}

/** Checks that the object exists and has the recorded length. @throws {ProblemError} */
export async function checkFile(
  source: FileSource,
  requestId: string,
  file: StoredFile,
  signal: AbortSignal,
): Promise<void> {
  await checkStoredFile(source.objects, file, { signal }).catch(rejectedBy(source, requestId, file, signal));
}

/** Returns a function that logs a failure and throws its problem. An erasure deletes the rows before the objects. */
function rejectedBy(source: FileSource, requestId: string, file: StoredFile, signal: AbortSignal) {
  return async (error: unknown): Promise<never> => {
    if (error instanceof StoredFileError && error.fault === 'missing') {
      found(await source.files.find(requestId, file.position));
    }
    reportTo(source, requestId, file, signal)(error);
    throw fileProblem(error);
  };
}

/** Returns a function that logs a failure, unless the client has disconnected. */
function reportTo({ log }: FileSource, requestId: string, { position }: StoredFile, signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) logFileFailure(log, { requestId, position }, error);
  };
}

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

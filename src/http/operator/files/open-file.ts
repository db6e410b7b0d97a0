import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { StoredFile } from '../../../inbox/files.ts';
import type { ByteRange, ObjectStore } from '../../../objects/object-store.ts';
import { checkStoredFile, openStoredFile } from '../../../objects/stored-file.ts';
import { fileProblem, logFileFailure } from './file-failure.ts';

export interface FileSource {
  readonly objects: ObjectStore;
  readonly log: Logger;
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
  const report = reportTo(source, requestId, file, signal);
  const opening = openStoredFile(source.objects, file, range === undefined ? { signal } : { range, signal });
  const content = await opening.catch((error: unknown) => {
    report(error);
    throw fileProblem(error);
  });
  return content.once('error', report);
}

/** Checks that the object exists and has the recorded length. @throws {ProblemError} */
export async function checkFile(
  source: FileSource,
  requestId: string,
  file: StoredFile,
  signal: AbortSignal,
): Promise<void> {
  await checkStoredFile(source.objects, file, { signal }).catch((error: unknown) => {
    reportTo(source, requestId, file, signal)(error);
    throw fileProblem(error);
  });
}

/** Returns a function that logs a failure, unless the client has disconnected. */
function reportTo({ log }: FileSource, requestId: string, { position }: StoredFile, signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) logFileFailure(log, { requestId, position }, error);
  };
}

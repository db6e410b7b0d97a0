import { checkStoredFile, StoredFileError } from '../../../platform/objects/stored-file.ts';
import type { RequestWithFiles, StoredFile } from '../../../requests/inbox/files.ts';
import { type FileSource, fileProblem, logFileFailure, openFile } from './open-file.ts';
import { type Zip, type ZipEntry, zipOf } from './zip.ts';
import { createUniqueNames, safeFileName, safeFolderName } from './zip-names.ts';

/** Maximum concurrent checks of objects. */
const checksAtOnce = 8;
const manifestName = 'manifest.json';

/** A file and its path in the archive, or null when the store does not have the file as it was sent. */
interface ArchivedFile {
  readonly file: StoredFile;
  readonly path: string | null;
  readonly fault: 'missing' | 'altered' | null;
}

interface ArchivedRequest {
  readonly request: RequestWithFiles;
  readonly files: readonly ArchivedFile[];
}

/** Returns an archive of the files of one request. @throws {ProblemError} when the store does not respond */
export async function archiveOf(source: FileSource, request: RequestWithFiles, signal: AbortSignal): Promise<Zip> {
  return archive(source, [await withPaths(source, request, '', signal)], signal);
}

/** Returns an archive with a folder for each request. @throws {ProblemError} when the store does not respond */
export async function archiveOfMany(
  source: FileSource,
  requests: readonly RequestWithFiles[],
  signal: AbortSignal,
): Promise<Zip> {
  const folders = createUniqueNames();
  const archived: ArchivedRequest[] = [];
  for (const request of requests) {
    const folder = folders.take(safeFolderName(folderName(request)));
    archived.push(await withPaths(source, request, `${folder}/`, signal));
  }
  return archive(source, archived, signal);
}

function folderName({ createdAt, number, customerName }: RequestWithFiles): string {
  return `${createdAt.toISOString().slice(0, 10)} ${number} ${customerName}`;
}

async function withPaths(
  source: FileSource,
  request: RequestWithFiles,
  folder: string,
  signal: AbortSignal,
): Promise<ArchivedRequest> {
  const names = createUniqueNames();
  if (folder === '') names.take(manifestName);
  const files: ArchivedFile[] = [];
  for (let at = 0; at < request.files.length; at += checksAtOnce) {
    const batch = request.files.slice(at, at + checksAtOnce);
    const faults = await Promise.all(batch.map((file) => faultOf(source, request.id, file, signal)));
    for (const [index, file] of batch.entries()) {
      const fault = faults[index] ?? null;
      const path = fault === null ? folder + names.take(safeFileName(file.name)) : null;
      files.push({ file, path, fault });
    }
  }
  return { request, files };
}

/** Checks only that the object exists and its length. The bytes are compared while they are sent. */
async function faultOf(
  { objects, log }: FileSource,
  requestId: string,
  file: StoredFile,
  signal: AbortSignal,
): Promise<ArchivedFile['fault']> {
  try {
    await checkStoredFile(objects, file, { signal });
    return null;
  } catch (error) {
    if (!signal.aborted) logFileFailure(log, { requestId, position: file.position }, error);
    if (error instanceof StoredFileError && error.fault !== 'unavailable') return error.fault;
    throw fileProblem(error);
  }
}

function archive(source: FileSource, requests: readonly ArchivedRequest[], signal: AbortSignal): Zip {
  const entries = requests.flatMap(({ request, files }) =>
    files.flatMap(({ file, path }): ZipEntry[] => {
      if (path === null) return [];
      const open = () => openFile(source, request.id, file, { signal });
      return [{ path, size: file.size, modifiedAt: request.createdAt, open }];
    }),
  );
  const text = `${JSON.stringify({ requests: requests.map(manifestOf) }, null, 2)}\n`;
  const modifiedAt = requests[0]?.request.createdAt ?? new Date();
  return zipOf({ path: manifestName, text, modifiedAt }, entries);
}

/** Lists all files with the names as they were sent, including files that are not in the archive. */
function manifestOf({ request: { id, number, createdAt }, files }: ArchivedRequest): object {
  return {
    id,
    number,
    createdAt,
    files: files.map(({ file: { position, name, type, size, sha256 }, path, fault }) => ({
      position,
      name,
      type,
      size,
      sha256,
      path,
      ...(fault === null ? {} : { fault }),
    })),
  };
}

import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { failureText } from '../../platform/failure/errors.ts';
import type { Check, Finding } from '../check.ts';
import { ok, skipped, wrong } from '../check.ts';
import { isThere, obstacleTo } from './existing-folder.ts';

interface FileSystemFacts {
  readonly dataDirectory: string;
  /** The folder of temporary files. */
  readonly spoolDirectory: string;
  /** Opens a new file in the directory and removes the file's name. */
  openUnnamed(directory: string): Promise<FileHandle>;
}

const sampleBytes = 8192;

/**
 * Checks that a file without a name keeps its bytes, as temporary files must, and that files and folders can be synced.
 * Creates no folder, because it would belong to the account that runs the check.
 */
export function createFileSystemCheck({ dataDirectory, spoolDirectory, openUnnamed }: FileSystemFacts): Check {
  return {
    name: 'machine.file-system',
    quick: false,
    async run() {
      const obstacle = await obstacleTo(dataDirectory);
      if (obstacle !== null) {
        const remedy = 'Mount the disk of DATA_DIR, or set DATA_DIR to a folder';
        return [wrong(`DATA_DIR (${dataDirectory}) cannot be a folder, because ${obstacle}`, { remedy })];
      }
      if (!(await isThere(dataDirectory))) {
        return [skipped(`DATA_DIR (${dataDirectory}) does not exist yet: the first start creates it`)];
      }
      const folder = (await isThere(spoolDirectory)) ? spoolDirectory : dataDirectory;
      const fault = (await faultOfFiles(folder, openUnnamed)) ?? (await faultOfSync(dataDirectory));
      if (fault !== null) return [fault];
      return [ok(`${folder} supports unnamed files, and syncs`)];
    },
  };
}

async function faultOfFiles(folder: string, openUnnamed: FileSystemFacts['openUnnamed']): Promise<Finding | null> {
  let step = 'made';
  let file: FileHandle | null = null;
  try {
    file = await openUnnamed(folder);
    step = 'written';
    const sample = randomBytes(sampleBytes);
    await file.write(sample, 0, sampleBytes, 0);
    step = 'synced';
    await file.sync();
    step = 'read after its name was removed';
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(sampleBytes), position: 0 });
    if (bytesRead === sampleBytes && buffer.equals(sample)) return null;
    throw new Error('other bytes came back');
  } catch (error) {
    return faultOf(`In ${folder} a file could not be ${step}`, error);
  } finally {
    await file?.close().catch(() => {});
  }
}

async function faultOfSync(folder: string): Promise<Finding | null> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    return null;
  } catch (error) {
    return faultOf(`The folder ${folder} could not be synced`, error);
  }
}

function faultOf(what: string, error: unknown): Finding {
  return wrong(`${what}: ${failureText(error)}`, { remedy: remedyOf(error) });
}

function remedyOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return "Give the service's account DATA_DIR (chown -R), or set another one";
  if (code === 'EROFS') return 'Mount the disk of DATA_DIR for writing, or set DATA_DIR to a folder on another one';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'Free some space on the disk of DATA_DIR, for bytes (df -h) or for files (df -i)';
  return 'Set DATA_DIR to a folder on a local disk: some network file systems lose unnamed files, or do not sync';
}

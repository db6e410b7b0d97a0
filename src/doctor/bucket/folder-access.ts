import { randomBytes, randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { objectStoreProblem } from '../../intake/readiness/object-store-problem.ts';
import { renameDurably, syncDirectory, writeDurableFile } from '../../platform/disk/durable-files.ts';
import { failureText } from '../../platform/failure/errors.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { shellWord } from '../shell-command.ts';
import { bucketOf, type FolderPath, foldersBelow, nearestFolder, presentFolders } from './folder-paths.ts';

const noneYet = skipped(
  'There is no folder for objects yet: the service creates it at its start or with the first object',
);
/** Large enough to fail on a disk without free space. */
const probeBytes = 1024 * 1024;

/** Checks whether the account may use every folder of the bucket. */
export function createFolderRightsCheck(path: FolderPath): Check {
  return {
    name: 'bucket.rights',
    quick: true,
    async run() {
      const folders = await presentFolders([...path, ...foldersBelow(bucketOf(path))]);
      if (folders.length === 0) return [noneYet];
      const faults = (await Promise.all(folders.map(faultOf))).filter((fault) => fault !== null);
      return faults.length > 0 ? faults : [ok('The account may read and write every folder of the bucket')];
    },
  };
}

async function faultOf(folder: string): Promise<Finding | null> {
  try {
    if (!(await stat(folder)).isDirectory()) {
      return wrong(`${folder} is not a folder`, { remedy: 'Move it away, or set DATA_DIR to another folder' });
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return folderFailure(error, folder);
  }
}

/** Writes a file as the object store does: syncs it, renames it and syncs its folder. */
export function createFolderWriteCheck(path: FolderPath): Check {
  return {
    name: 'bucket.write',
    quick: false,
    async run(signal) {
      const present = await presentFolders(path);
      const parent = present.at(-1);
      if (parent === undefined) return [noneYet];
      // When the bucket's folder is missing, its parent is used.
      const folder = join(parent, 'doctor');
      const file = join(folder, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        return [folderFailure(error, folder, await nearestFolder(folder))];
      }
      try {
        signal.throwIfAborted();
        const findings = await writeAndRead(file);
        return [...findings, ...(await removed(file, folder))];
      } catch (error) {
        return [folderFailure(error, folder), ...(await removed(file, folder))];
      }
    },
  };
}

async function writeAndRead(file: string): Promise<Finding[]> {
  const bytes = randomBytes(probeBytes);
  await writeDurableFile(`${file}.new`, (handle) => handle.writeFile(bytes));
  await renameDurably(`${file}.new`, file);
  const read = await readFile(file);
  if (read.equals(bytes)) return [ok('A file was written, synced, renamed, read and removed')];
  return [
    wrong(`A file in ${file} was read back altered`, {
      remedy: 'Check the disk, its cable and the log of the kernel',
    }),
  ];
}

async function removed(file: string, folder: string): Promise<Finding[]> {
  try {
    await rm(`${file}.new`, { force: true });
    await rm(file, { force: true });
    // Another run may use the folder.
    await rmdir(folder).catch(() => syncDirectory(folder));
    return [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return [
      warning(`The doctor's own file ${file} could not be removed: ${failureText(error)}`, {
        remedy: 'Remove the file by hand: it holds random bytes, and nothing needs it',
      }),
    ];
  }
}

/** @param owned The folder that the account has to own. */
function folderFailure(error: unknown, folder: string, owned = folder): Finding {
  const { what, remedy } = objectStoreProblem(error, { bucket: folder, endpoint: null });
  const found = `${what}: ${failureText(error)}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return wrong(found, { remedy: `Check ${folder}: ${remedy}` });
  return wrong(found, {
    remedy: `Give ${owned} to the account that the service runs as`,
    command: `chown -R ${process.getuid?.() ?? '<account>'} ${shellWord(owned)}`,
  });
}

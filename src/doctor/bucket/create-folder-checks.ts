import { chmod, stat, statfs } from 'node:fs/promises';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { createFolderRightsCheck, createFolderWriteCheck } from './folder-access.ts';
import { bucketOf, type FolderPath, presentFolders } from './folder-paths.ts';

const privateMode = 0o700;
const othersMayEnter = 0o011;

const mebibyte = 1024 * 1024;
/** With less free space the largest submission may fail: ten files of 10 MiB. */
const smallBytes = 105 * mebibyte;
const fewBytes = 2048 * mebibyte;
/** Each object takes two files, each in a folder of its own. */
const fewFiles = 1000;

const makeRoom = { remedy: 'Free some space, or move DATA_DIR to a larger disk', command: 'df -h' };
const removeFiles = { remedy: 'Remove small files, or move DATA_DIR to another disk', command: 'df -i' };

/** Creates the checks of a bucket of files. */
export function createFolderChecks(path: FolderPath): Check[] {
  return [createFolderRightsCheck(path), createFolderWriteCheck(path), createSpaceCheck(path), createModesCheck(path)];
}

/** Checks the free space for objects, which may be on a separate disk. */
function createSpaceCheck(path: FolderPath): Check {
  return {
    name: 'bucket.space',
    // `machine.disk-space` checks this disk too.
    quick: false,
    async run() {
      const folder = (await presentFolders(path)).at(-1);
      if (folder === undefined) return [skipped('There is no folder for objects yet')];
      const { bavail, bsize, files, ffree } = await statfs(folder);
      // Some file systems have no table of files, and report 0 of 0.
      return [judgeSpace({ bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree })];
    },
  };
}

/** Judges how many bytes and files the file system has left. */
export function judgeSpace({ bytes, files }: { readonly bytes: number; readonly files: number }): Finding {
  const found = `The disk of the objects has ${Math.floor(bytes / mebibyte)} MiB left`;
  if (bytes < smallBytes) return wrong(`${found}, less than one large submission needs`, makeRoom);
  if (files < fewFiles) return wrong(`The disk of the objects has room for only ${files} more files`, removeFiles);
  return bytes < fewBytes ? warning(found, makeRoom) : ok(found);
}

/** Checks that other accounts of the machine cannot reach customers' pictures. One closed folder is enough. */
function createModesCheck(path: FolderPath): Check {
  const bucket = bucketOf(path);

  async function isOpen(): Promise<boolean> {
    const modes = await Promise.all((await presentFolders(path)).map(async (folder) => (await stat(folder)).mode));
    return modes.every((mode) => (mode & othersMayEnter) !== 0);
  }

  return {
    name: 'bucket.modes',
    quick: true,
    async run() {
      if ((await presentFolders([bucket])).length === 0) return [skipped('There is no folder for objects yet')];
      if (!(await isOpen())) return [ok("Other accounts of this machine cannot access customers' pictures")];
      return [
        warning(`Other accounts of this machine can access customers' pictures in ${bucket}`, {
          remedy: "Close the bucket's folder to them",
          command: 'commissions doctor --only bucket.modes --fix',
        }),
      ];
    },
    async fix() {
      await chmod(bucket, privateMode);
      return [`${bucket} has the mode 0700 now`];
    },
  };
}

import { statfs } from 'node:fs/promises';
import type { Check, Finding } from '../check.ts';
import { ok, skipped, warning, wrong } from '../finding.ts';
import { type FolderPath, presentFolders } from './folder-paths.ts';

const mebibyte = 1024 * 1024;
/** Less than one submission at its largest may need: ten files of 10 MiB. */
const smallBytes = 105 * mebibyte;
const fewBytes = 2048 * mebibyte;
/** Each object is two files in folders of their own. */
const fewFiles = 1000;

const makeRoom = { remedy: 'Make room, or move DATA_DIR to a larger disk', command: 'df -h' };

/** Room where the objects lie, which may be a disk of its own. */
export function createSpaceCheck(path: FolderPath): Check {
  return {
    name: 'bucket.space',
    // `machine.disk-space` looks at this disk too.
    quick: false,
    async run() {
      const folder = (await presentFolders(path)).at(-1);
      if (folder === undefined) return [skipped('There is no folder for objects yet')];
      const { bavail, bsize, files, ffree } = await statfs(folder);
      // Some file systems have no table of files, and say 0 of 0.
      return [judgeSpace({ bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree })];
    },
  };
}

/** @param free What the file system has left. */
export function judgeSpace({ bytes, files }: { readonly bytes: number; readonly files: number }): Finding {
  const found = `The disk of the objects has ${Math.floor(bytes / mebibyte)} MiB left`;
  if (bytes < smallBytes) return wrong(`${found}, less than one large submission needs`, makeRoom);
  if (files < fewFiles) return wrong(`The disk of the objects takes ${files} more files only`, makeRoom);
  return bytes < fewBytes ? warning(found, makeRoom) : ok(found);
}

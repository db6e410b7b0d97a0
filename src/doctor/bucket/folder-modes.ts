import { chmod, stat } from 'node:fs/promises';
import type { Check } from '../check.ts';
import { ok, skipped, warning } from '../finding.ts';
import { bucketOf, type FolderPath, presentFolders } from './folder-paths.ts';

const privateMode = 0o700;
const othersMayEnter = 0o011;

/** Whether other accounts of the machine can come as far as customers' pictures. One folder that is closed to them is enough. */
export function createModesCheck(path: FolderPath): Check {
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
      if (!(await isOpen())) return [ok("Other accounts of this machine cannot come to customers' pictures")];
      return [
        warning(`Other accounts of this machine can come to customers' pictures in ${bucket}`, {
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

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../configuration/config.ts';
import { BackupError, backupFolder } from '../../keeping/backup/format/backup-folder.ts';
import type { BackupTarget } from '../../keeping/backup/targets/backup-target.ts';
import { createBucketTarget } from '../../keeping/backup/targets/bucket-target.ts';
import { createFolderTarget } from '../../keeping/backup/targets/folder-target.ts';
import { readS3Location } from '../../platform/objects/s3/location.ts';
import { isBelowProc } from './data-directory.ts';
import { explainedFiles } from './explained-store.ts';
import { s3Options } from './stores.ts';

/** Opens the back-up target that `text` names: a folder, or `s3://bucket/prefix` in the S3 store of back-ups. */
export async function openBackupTarget(config: Config, text: string, signal: AbortSignal): Promise<BackupTarget> {
  const location = readS3Location(text);
  if (location === null) {
    if (await isBelowProc(text).catch(() => false))
      throw new BackupError(`${text} belongs to the kernel: name another folder`);
    return createFolderTarget(backupFolder(resolve(text)));
  }
  const { createS3BucketFiles } = await import('../../platform/objects/s3/files.ts');
  const { bucket, prefix } = location;
  const name = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  const { endpoint } = config.backupS3;
  const opened = createS3BucketFiles({ ...s3Options(config.backupS3, bucket), prefix });
  const files = explainedFiles(opened, { name, bucket, endpoint });
  const folder = backupFolder(await makeTransitFolder(config.dataDirectory));
  return createBucketTarget({ name, files, folder, signal });
}

/** Creates the working folder of this process for a bucket's files. Deletes the folders of killed processes. */
async function makeTransitFolder(dataDirectory: string): Promise<string> {
  const all = resolve(dataDirectory, 'transit');
  await mkdir(all, { recursive: true, mode: 0o700 });
  for (const name of await readdir(all)) {
    if (isLeftOver(name)) await rm(join(all, name), { recursive: true, force: true });
  }
  const own = join(all, `${process.pid}-${startedAtMs}-${randomUUID()}`);
  await mkdir(own, { mode: 0o700 });
  return own;
}

const startedAtMs = Math.round(performance.timeOrigin);

/** Compares the start time too, because in a container every process has the same id. */
function isLeftOver(name: string): boolean {
  const [, pid, startedMs] = /^(\d+)-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  if (Number(pid) === process.pid) return Number(startedMs) !== startedAtMs;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

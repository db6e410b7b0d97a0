import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backupFolder } from '../archive/backup/backup-folder.ts';
import { lockFolder } from '../archive/backup/folder-lock.ts';
import { type RestoreResult, restoreBackup } from '../archive/backup/restore-backup.ts';
import { withRestoreTarget } from '../process/restore-target.ts';
import { byteText } from './amounts.ts';
import { print } from './output.ts';
import { createProgressLine } from './progress.ts';
import { runTask } from './task.ts';

interface RestoreOptions {
  readonly generation?: string;
  readonly erasedIn?: string;
  readonly json?: true;
}

const details = `
The service must be stopped, its database and its bucket empty. Either may be of another kind than those that were backed
up. What breaks off is gone on with by the same call. Who was erased since the back-up stays erased, and channels are
held: nobody is told anything until they are enabled.

Examples:
  commissions restore /backup/commissions
  commissions restore /backup/commissions --generation 20261122T105401123Z

Exit codes:
  0   the service is the one that was backed up
  1   it failed: the service does not start until the same call has succeeded
  2   wrong arguments
`;

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('make an empty service the one that was backed up')
    .argument('<dir>', 'the folder of the back-ups')
    .option('--generation <name>', 'which one; the newest when left out')
    .option('--erased-in <bucket>', 'a bucket whose receipts of erasures hold too: its folder, or s3://bucket')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(run);
}

function run(dir: string, { generation, erasedIn, json }: RestoreOptions): Promise<void> {
  return runTask({
    name: 'restore',
    run: ({ config, log, signal }) =>
      withRestoreTarget(config, log, erasedIn ?? null, async (target) => {
        const folder = backupFolder(resolve(dir));
        const release = await lockIfWritable(() => lockFolder(folder));
        const line = createProgressLine(process.stderr, 'Restored');
        try {
          const result = await restoreBackup(target, folder, {
            generation: generation ?? null,
            signal,
            onProgress: ({ objects, bytes }) => line.show({ done: objects, total: null, bytes }),
          });
          line.end();
          await print(json ? `${JSON.stringify(result)}\n` : textOf(result), signal);
          return 0;
        } finally {
          await release();
        }
      }),
  });
}

/** A folder that cannot be written is not being written. One that is not there is told of later. */
async function lockIfWritable(lock: () => Promise<() => Promise<void>>): Promise<() => Promise<void>> {
  try {
    return await lock();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(String(code))) return async () => {};
    throw error;
  }
}

function textOf({ generation, requests, objects, bytes, erased }: RestoreResult): string {
  const left = erased === 0 ? '' : `Erased since the back-up and left out: ${erased} requests\n`;
  return (
    `Restored ${generation}: ${requests} requests, ${objects} attachments (${byteText(bytes)})\n${left}` +
    'Deliveries are held: enable the channels when they may go out\n'
  );
}

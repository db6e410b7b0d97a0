import type { Command } from 'commander';
import { type RestoreResult, restoreBackup, type SecretsOutcome } from '../keeping/backup/restore-backup.ts';
import type { BackupTarget } from '../keeping/backup/targets/backup-target.ts';
import { openRestoreTarget } from '../process/stores/backed-up-service.ts';
import { openBackupTarget } from '../process/stores/open-backup-target.ts';
import { byteText, countText, ownerText } from './output/amounts.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { createProgressLine } from './output/progress.ts';
import { targetFromCaller } from './task/called-from.ts';
import { runTask } from './task/task.ts';

interface RestoreOptions {
  readonly generation?: string;
  readonly erasedIn?: string;
  readonly leaveOutDamaged?: true;
  readonly json?: true;
}

const details = `
The service must be stopped, and its database and its bucket must be empty. The kinds of database and bucket may differ from
those that were backed up. After an interruption the same call resumes the restore.

Requests that were erased after the back-up stay erased. Their receipts are in the bucket of the previous service, which the
back-up names. If that bucket has moved, name it with --erased-in. The result says when the receipts could not be read.

Channels are held: nobody is notified until the channels are enabled.

Examples:
  commissions restore /backup/commissions
  commissions restore /backup/commissions --generation 20261122T105401123Z
  commissions restore s3://backups/commissions
  commissions restore /backup/commissions --leave-out-damaged

Exit codes:
  0   the restore is complete
  1   the restore failed. If an attachment of the back-up is missing or has another size, nothing was written, and the service
      starts empty. After the first write the service does not start until the same call succeeds
  2   wrong arguments
  3   the restore is done, but damaged attachments of the back-up were left out: each is named
`;

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a back-up into an empty service')
    .argument('<dir>', 'the folder of the back-ups, or s3://bucket/prefix', targetFromCaller)
    .option('--generation <name>', 'the name of the generation (default: the newest)')
    .option(
      '--erased-in <bucket>',
      'the current address of the bucket of the previous service: its folder, or s3://bucket',
      targetFromCaller,
    )
    .option('--leave-out-damaged', 'leave out missing and damaged attachments of the back-up, and restore the rest')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(run);
}

function run(dir: string, { generation, erasedIn, leaveOutDamaged, json }: RestoreOptions): Promise<void> {
  return runTask(
    'restore',
    async (context) => {
      const { config, releases, signal } = context;
      const target = await openRestoreTarget(context, erasedIn ?? null);
      const backup = releases.add(await openBackupTarget(config, dir, signal), (opened) => opened.close());
      releases.add(await lockIfWritable(backup), (unlock) => unlock());
      const line = createProgressLine(process.stderr, 'Restored');
      const result = await restoreBackup(target, backup, {
        generation: generation ?? null,
        whenDamaged: leaveOutDamaged ? 'leave out' : 'reject',
        signal,
        onProgress: ({ objects, total, bytes }) => line.show({ done: objects, total, bytes }),
      });
      line.end();
      await print(json ? jsonLine(result) : textOf(result), signal);
      return result.damaged.length === 0 ? exitCodes.done : exitCodes.incomplete;
    },
    {
      whenStopped:
        'run the same command again to resume; after the first write the service does not start until the restore succeeds',
      folders: [dir],
    },
  );
}

const secretsTexts: Readonly<Record<SecretsOutcome, string>> = {
  taken: 'The keys of channels were restored\n',
  unused:
    'The keys of channels in the back-up differ from SECRETS_KEY: add the keys in its file secrets.key to SECRETS_KEY\n',
  absent:
    'The back-up does not include the keys of channels: restore SECRETS_KEY or DATA_DIR/secrets.key before the start\n',
};

/** Locks the back-up's target unless it is read-only, so that no process writes to it, or missing, which fails later. */
async function lockIfWritable(backup: BackupTarget): Promise<() => Promise<void>> {
  try {
    return await backup.lock();
  } catch (error) {
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
    const isReadOnly = ['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(String(code)) || status === 403;
    if (isReadOnly) return async () => {};
    throw error;
  }
}

/** Receipts that are newer than the newest back-up exist only in the bucket of the service that was backed up. */
const erasuresUnknownText =
  'Erasures after the newest back-up are unknown: the bucket of the previous service cannot be read, or has no receipt ' +
  'that shows whose bucket it is. If you erased nobody since then, nothing is missing. Otherwise erase those requests ' +
  'again, or restore into an empty service with --erased-in, which names the current address of that bucket\n';

function textOf(result: RestoreResult): string {
  const { generation, requests, objects, bytes, erased, erasuresUnknown, damaged, secrets } = result;
  const left = erased === 0 ? '' : `Erased since the back-up and left out: ${countText(erased, 'request')}\n`;
  const lost = damaged.map(
    ({ difference, key, requestId }) => `Left out: ${key} of ${ownerText(requestId)}: ${difference}\n`,
  );
  return (
    `Restored ${generation}: ${countText(requests, 'request')}, ${countText(objects, 'attachment')} (${byteText(bytes)})\n${left}${lost.join('')}` +
    `Deliveries are held: commissions channels release sends them\n${secretsTexts[secrets]}${erasuresUnknown ? erasuresUnknownText : ''}`
  );
}

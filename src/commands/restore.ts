import type { Command } from 'commander';
import type { BackupPlace } from '../archive/backup/places/backup-place.ts';
import { type RestoreResult, restoreBackup, type SecretsOutcome } from '../archive/backup/restore-backup.ts';
import { exitCodes } from './exit-codes.ts';
import { byteText, countText } from './output/amounts.ts';
import { jsonLine, print } from './output/print.ts';
import { createProgressLine } from './output/progress.ts';
import { openRestoreTarget } from './stores/backed-up-service.ts';
import { openBackupPlace } from './stores/open-backup-place.ts';
import { runTask } from './task.ts';

interface RestoreOptions {
  readonly generation?: string;
  readonly erasedIn?: string;
  readonly leaveOutDamaged?: true;
  readonly json?: true;
}

const details = `
The service must be stopped, its database and its bucket empty. Either may be of another kind than those that were backed
up. What breaks off is gone on with by the same call. Who was erased since the back-up stays erased: the back-up names the
bucket of the service before, which knows. The result says so where that cannot be read; --erased-in names it where it is now.
Channels are held: nobody is told anything until they are enabled.

Examples:
  commissions restore /backup/commissions
  commissions restore /backup/commissions --generation 20261122T105401123Z
  commissions restore s3://backups/commissions
  commissions restore /backup/commissions --leave-out-damaged

Exit codes:
  0   the service is the one that was backed up
  1   it failed. Where an attachment of the back-up is missing or has another size, nothing was written yet, and the service
      starts empty. Once it writes, the service does not start until the same call has succeeded
  2   wrong arguments
  3   done, but attachments that are damaged in the back-up were left out: each is named
`;

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a back-up into an empty service')
    .argument('<dir>', 'the folder of the back-ups, or s3://bucket/prefix')
    .option('--generation <name>', 'which one; the newest when left out')
    .option('--erased-in <bucket>', 'where the bucket of the service before is now: its folder, or s3://bucket')
    .option('--leave-out-damaged', 'restore the rest where attachments of the back-up are missing or damaged')
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
      const place = releases.add(await openBackupPlace(config, dir, signal), (opened) => opened.close());
      releases.add(await lockIfWritable(place), (unlock) => unlock());
      const line = createProgressLine(process.stderr, 'Restored');
      const result = await restoreBackup(target, place, {
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
        'run the same command again, it continues; once it has written something, the service does not start before',
    },
  );
}

const secretsTexts: Readonly<Record<SecretsOutcome, string>> = {
  taken: 'The keys of channels came with it\n',
  unused:
    'The keys of channels in the back-up are others than SECRETS_KEY: add them to it, from its file secrets.key\n',
  absent:
    'The keys of channels are not in the back-up: put SECRETS_KEY or DATA_DIR/secrets.key back before you start\n',
};

/** Locks neither a read-only place, which no process writes, nor a missing one, which fails later. */
async function lockIfWritable(place: BackupPlace): Promise<() => Promise<void>> {
  try {
    return await place.lock();
  } catch (error) {
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
    const isReadOnly = ['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(String(code)) || status === 403;
    if (isReadOnly) return async () => {};
    throw error;
  }
}

/** Receipts that are newer than the newest back-up exist only in the bucket of the service that was backed up. */
const erasuresUnknownText =
  'Erasures after the newest back-up are unknown: the bucket of the service before has no receipts of them, or cannot ' +
  'be read. --erased-in names it where it is now\n';

function textOf(result: RestoreResult): string {
  const { generation, requests, objects, bytes, erased, erasuresUnknown, damaged, secrets } = result;
  const left = erased === 0 ? '' : `Erased since the back-up and left out: ${countText(erased, 'request')}\n`;
  const lost = damaged.map(
    ({ difference, key, requestId }) => `Left out: ${key} of request ${requestId}: ${difference}\n`,
  );
  return (
    `Restored ${generation}: ${countText(requests, 'request')}, ${countText(objects, 'attachment')} (${byteText(bytes)})\n${left}${lost.join('')}` +
    `Deliveries are held: commissions channels release lets them go out\n${secretsTexts[secrets]}${erasuresUnknown ? erasuresUnknownText : ''}`
  );
}

import { type Command, InvalidArgumentError } from 'commander';
import { urlArgument } from '../deliveries/kind/kind-command.ts';
import { readMigrations, versionRange } from '../intake/records/migrations.ts';
import { recordBackupFault } from '../keeping/backup/backup-fault.ts';
import { type BackupParts, type BackupResult, createBackup } from '../keeping/backup/create-backup.ts';
import { verifyBackup } from '../keeping/backup/verify-backup.ts';
import { failureText } from '../platform/failure/errors.ts';
import { printable } from '../platform/log/printable.ts';
import { readS3Location } from '../platform/objects/s3/location.ts';
import { callReceiver } from '../process/host/heartbeat/call-receiver.ts';
import { withReleases } from '../process/program/releases.ts';
import { openBackupSource } from '../process/stores/backed-up-service.ts';
import { openBackupTarget } from '../process/stores/open-backup-target.ts';
import { migrationsDirectory } from '../process/stores/schema.ts';
import { byteText, countText, ownerText } from './output/amounts.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { createProgressLine } from './output/progress.ts';
import { targetFromCaller } from './task/called-from.ts';
import { folderFailureText } from './task/folder-failure.ts';
import { runTask, type TaskContext } from './task/task.ts';

interface BackupOptions {
  readonly keep: number;
  readonly to?: string;
  readonly withSecrets?: true;
  readonly json?: true;
  readonly ping?: string;
}

const details = `
The service may be running. After an interruption the next call resumes the back-up. Nothing is copied twice:
attachments with the same bytes share one object.

Examples:
  commissions backup /backup/commissions
  commissions backup /backup/commissions --to s3://backups/commissions
  commissions backup verify /backup/commissions
  commissions backup verify s3://backups/commissions

Exit codes:
  0   the back-up is complete
  1   the back-up failed: there is no new generation; run the command again
  2   wrong arguments
  3   the back-up was made, but attachments are missing or altered in the bucket: each is named
`;

const verifyDetails = `
Reads every file of every generation. Each difference is a line on standard output.

Examples:
  commissions backup verify /backup/commissions

Exit codes:
  0   every file is as it was written
  1   the command failed
  2   wrong arguments, or a file is missing, altered or cut off, or this program restores no back-up of that version
`;

export function addBackupCommand(program: Command): void {
  const backup = program.command('backup');
  backup
    .description('add a back-up of the requests, their attachments and the accounts to a folder or a bucket')
    .argument('[dir]', 'the folder; created when it is missing', targetFromCaller)
    .option(
      '--to <url>',
      'a target in a bucket, s3://bucket/prefix; in addition to the folder, or instead of it',
      bucketTarget,
    )
    .option(
      '--with-secrets',
      'include the keys that seal the secrets of channels: protect such a back-up like a password',
    )
    .option('--keep <number>', 'number of generations to keep, including the new one', generations, 7)
    .option(
      '--ping <url>',
      'call this URL when the back-up is complete, so that who watches learns when none is made',
      urlArgument(backup),
    )
    .enablePositionalOptions()
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(run);
  backup
    .command('verify')
    .description('read all back-ups in a folder or a bucket, and compare them with what was written')
    .argument('<dir>', 'the folder, or s3://bucket/prefix', targetFromCaller)
    .option('--json', 'print each difference as one JSON object a line, and the totals as the last line')
    .addHelpText('after', verifyDetails)
    .action(verify);
}

function generations(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}

/** Rejects other targets before anything is written to the folder. */
function bucketTarget(text: string): string {
  try {
    if (readS3Location(text) !== null) return text;
  } catch {}
  throw new InvalidArgumentError('It must be s3://bucket/prefix. The prefix may have letters, digits and -_.');
}

/** The back-up is complete, even if the request fails. */
async function ping(url: string, stopping: AbortSignal): Promise<void> {
  const fault = await callReceiver(url, stopping);
  if (fault !== null) process.stderr.write(`The back-up is complete, but the call of --ping failed. ${fault}\n`);
}

async function run(dir: string | undefined, options: BackupOptions, command: Command): Promise<void> {
  const targets = [dir, options.to].filter((target) => target !== undefined);
  if (targets.length === 0) command.error('Name a folder, or a target in a bucket with --to', { exitCode: 2 });
  await runTask(
    'back up',
    async (context) => {
      const source = await openBackupSource(context, { withSecrets: options.withSecrets === true });
      const codes: number[] = [];
      for (const target of targets) codes.push(await backUpAndRecord(target, source, options, context));
      const code = Math.max(...codes);
      if (code === exitCodes.done && options.ping !== undefined) await ping(options.ping, context.signal);
      return code;
    },
    { whenStopped: 'run the same command again to copy the missing objects', folders: targets },
  );
}

/** The doctor, the inbox and the metrics report a call that failed. One that was stopped is no failure. */
async function backUpAndRecord(
  target: string,
  source: BackupParts,
  options: BackupOptions,
  context: TaskContext,
): Promise<number> {
  try {
    const code = await backUpTo(target, source, options, context);
    const lost = 'attachments are missing or damaged in the bucket; commissions reconcile names them';
    await recordBackupFault(source.pool, code === exitCodes.done ? null : lost);
    return code;
  } catch (error) {
    if (context.signal.aborted) throw error;
    const text = folderFailureText(error, target, context.config.dataDirectory) ?? failureText(error);
    // The database may be the cause.
    await recordBackupFault(source.pool, context.redact(text)).catch(() => {});
    throw error;
  }
}

function backUpTo(
  text: string,
  source: BackupParts,
  { keep, json }: BackupOptions,
  { config, log, signal }: TaskContext,
): Promise<number> {
  return withReleases(log, async (releases) => {
    const target = releases.add(await openBackupTarget(config, text, signal), (opened) => opened.close());
    await target.make();
    releases.add(await target.lock(), (unlock) => unlock());
    const line = createProgressLine(process.stderr, 'Copied');
    const result = await createBackup(source, target, {
      keep,
      signal,
      onProgress: ({ records, total, copiedBytes }) => line.show({ done: records, total, bytes: copiedBytes }),
    });
    line.end();
    await print(json ? jsonLine(result) : textOf(result), signal);
    return result.lost.length === 0 ? exitCodes.done : exitCodes.incomplete;
  });
}

function textOf(result: BackupResult): string {
  const { generation, requests, records, objects, copied, copiedBytes, erased, lost, removed } = result;
  const held = `${countText(requests, 'request')}, ${countText(records, 'attachment')} in ${countText(objects, 'object')}`;
  const lines = [
    `Back-up ${generation}: ${held}; ${countText(copied, 'object')} copied now (${byteText(copiedBytes)})`,
    ...(erased > 0 ? [`Left out, because they were erased meanwhile: ${countText(erased, 'attachment')}`] : []),
    ...lost.map(({ reason, key, requestId }) => `${reason} in the bucket: ${key} of ${ownerText(requestId)}`),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function verify(dir: string, { json }: Pick<BackupOptions, 'json'>): Promise<void> {
  return runTask(
    'verify',
    async ({ config, releases, signal }) => {
      const target = releases.add(await openBackupTarget(config, dir, signal), (opened) => opened.close());
      const line = createProgressLine(process.stderr, 'Read');
      const totals = { objects: 0, bytes: 0, differences: 0 };
      const onProgress = ({ objects, bytes }: { readonly objects: number; readonly bytes: number }) => {
        Object.assign(totals, { objects, bytes });
        line.show({ done: objects, total: null, bytes });
      };
      const schemaVersions = versionRange(await readMigrations(migrationsDirectory()));
      for await (const difference of verifyBackup(target, { schemaVersions, signal, onProgress })) {
        totals.differences += 1;
        line.end();
        await print(json ? jsonLine({ difference }) : `${printable(difference)}\n`, signal);
      }
      line.end();
      if (json) await print(jsonLine(totals), signal);
      process.stderr.write(
        `Read ${countText(totals.objects, 'object')}, ${byteText(totals.bytes)}: ${countText(totals.differences, 'difference')}\n`,
      );
      return totals.differences === 0 ? exitCodes.done : exitCodes.differences;
    },
    { folders: [dir] },
  );
}

import { type Command, InvalidArgumentError } from 'commander';
import { type BackupParts, type BackupResult, createBackup } from '../archive/backup/create-backup.ts';
import { verifyBackup } from '../archive/backup/verify-backup.ts';
import { readS3Location } from '../objects/s3/location.ts';
import { withReleases } from '../process/releases.ts';
import { exitCodes } from './exit-codes.ts';
import { byteText, countText } from './output/amounts.ts';
import { jsonLine, print, printable } from './output/print.ts';
import { createProgressLine } from './output/progress.ts';
import { openBackupSource } from './stores/backed-up-service.ts';
import { openBackupPlace } from './stores/open-backup-place.ts';
import { runTask, type TaskContext } from './task.ts';

interface BackupOptions {
  readonly keep: number;
  readonly to?: string;
  readonly withSecrets?: true;
  readonly json?: true;
}

const details = `
Works beside a running service. What breaks off is gone on with by the next call. Copies nothing twice:
equal attachments are one object.

Examples:
  commissions backup /backup/commissions
  commissions backup /backup/commissions --to s3://backups/commissions
  commissions backup verify /backup/commissions
  commissions backup verify s3://backups/commissions

Exit codes:
  0   the back-up is whole
  1   it failed: there is no new generation; call it again
  2   wrong arguments
  3   the back-up is there, but the bucket lacks an attachment or has other bytes of it: each is named
`;

const verifyDetails = `
Reads every file of every generation. Each difference is a line on standard output.

Examples:
  commissions backup verify /backup/commissions

Exit codes:
  0   all of it is as it was written
  1   it failed
  2   wrong arguments, or something was altered, cut off or is missing
`;

export function addBackupCommand(program: Command): void {
  const backup = program
    .command('backup')
    .description('add a back-up of the requests, their attachments and the accounts to a folder or a bucket')
    .argument('[dir]', 'the folder; created when it is missing')
    .option('--to <url>', 'a place in a bucket, s3://bucket/prefix; beside the folder, or in place of it', bucketPlace)
    .option('--with-secrets', 'also the keys that seal the secrets of channels: keep such a back-up as a password')
    .option('--keep <number>', 'generations that stay, the new one included', generations, 7)
    .enablePositionalOptions()
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(run);
  backup
    .command('verify')
    .description('read all of a folder or a bucket of back-ups, and compare it with what was written')
    .argument('<dir>', 'the folder, or s3://bucket/prefix')
    .option('--json', 'one JSON object a line for each difference, and a last one with the totals')
    .addHelpText('after', verifyDetails)
    .action(verify);
}

function generations(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}

/** Rejects other places before anything is written to the folder. */
function bucketPlace(text: string): string {
  try {
    if (readS3Location(text) !== null) return text;
  } catch {}
  throw new InvalidArgumentError('It must be s3://bucket/prefix, the prefix of letters, digits and -_.');
}

async function run(dir: string | undefined, options: BackupOptions, command: Command): Promise<void> {
  const places = [dir, options.to].filter((place) => place !== undefined);
  if (places.length === 0) command.error('Name a folder, or a place in a bucket with --to', { exitCode: 2 });
  await runTask(
    'back up',
    async (context) => {
      const source = await openBackupSource(context, { withSecrets: options.withSecrets === true });
      const codes: number[] = [];
      for (const place of places) codes.push(await backUpTo(place, source, options, context));
      return Math.max(...codes);
    },
    { whenStopped: 'run the same command again, it copies what is missing' },
  );
}

function backUpTo(
  text: string,
  source: BackupParts,
  { keep, json }: BackupOptions,
  { config, log, signal }: TaskContext,
): Promise<number> {
  return withReleases(log, async (releases) => {
    const place = releases.add(await openBackupPlace(config, text, signal), (opened) => opened.close());
    await place.make();
    releases.add(await place.lock(), (unlock) => unlock());
    const line = createProgressLine(process.stderr, 'Copied');
    const result = await createBackup(source, place, {
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
    ...lost.map(({ reason, key, requestId }) => `${reason} in the bucket: ${key} of request ${requestId}`),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function verify(dir: string, { json }: Pick<BackupOptions, 'json'>): Promise<void> {
  return runTask('verify', async ({ config, releases, signal }) => {
    const place = releases.add(await openBackupPlace(config, dir, signal), (opened) => opened.close());
    const line = createProgressLine(process.stderr, 'Read');
    const totals = { objects: 0, bytes: 0, differences: 0 };
    const onProgress = ({ objects, bytes }: { readonly objects: number; readonly bytes: number }) => {
      Object.assign(totals, { objects, bytes });
      line.show({ done: objects, total: null, bytes });
    };
    for await (const difference of verifyBackup(place, { signal, onProgress })) {
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
  });
}

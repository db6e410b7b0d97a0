import { type Command, InvalidArgumentError } from 'commander';
import { createFileInventory } from '../keeping/files/create-file-inventory.ts';
import {
  areSameService,
  type Compared,
  type Finding,
  findDifferences,
  type ReceiptedStores,
} from '../keeping/files/reconcile.ts';
import { openExistingDatabase } from '../process/stores/database.ts';
import { openReceipts } from '../process/stores/receipts.ts';
import { openBucketOfFiles } from '../process/stores/stores.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { createProgressLine } from './output/progress.ts';
import { runTask, type TaskContext } from './task/task.ts';

const hourMs = 60 * 60_000;

const details = `
Each difference is a line on standard output:

  object-without-record <key> <bytes> <date>       wasted storage, which --delete removes
  record-without-object <key> <request id>         a lost attachment, which is only reported

Examples:
  commissions reconcile
  commissions reconcile --delete --older-than-hours 48
  commissions reconcile --json | jq -r 'select(.kind == "record-without-object").requestId'

Exit codes:
  0   there are no differences, or all differences were deleted
  1   the command failed: the printed differences are valid, but others may be missing
  2   differences remain; or wrong arguments, and nothing was compared
`;

interface ReconcileOptions {
  readonly delete?: true;
  readonly json?: true;
  readonly olderThanHours: number;
}

type Stores = Awaited<ReturnType<typeof openStores>>;

export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description("compare the bucket with the database, in both directions, by the service's own configuration")
    .option('--delete', 'delete the objects without a record, one by one')
    .option('--older-than-hours <N>', 'ignore objects and records that are younger', wholeHours, 24)
    .option('--json', 'print each difference as one JSON object a line, and the totals as the last line')
    .addHelpText('after', details)
    .action(run);
}

function wholeHours(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours.');
  return Number(text);
}

function run(options: ReconcileOptions): Promise<void> {
  return runTask(
    'reconcile',
    async (context) => {
      const isClean = await reconcile(await openStores(context), options, context.signal);
      return isClean ? exitCodes.done : exitCodes.differences;
    },
    { whenStopped: 'the printed differences are valid' },
  );
}

const countText = `
  select ((select count(*) from commission_request_files) + (select count(*) from studio_picture_files))::int as count`;

async function openStores(context: TaskContext) {
  const { config, releases } = context;
  const { pool } = await openExistingDatabase(context);
  const { rows } = await pool.query<{ count: number }>(countText);
  const objects = releases.add(await openBucketOfFiles(config, pool), (store) => store.close());
  const receipts = releases.add(await openReceipts(config), (store) => store.close());
  return { objects, receipts, files: createFileInventory(pool), fileRecords: rows[0]?.count ?? 0 };
}

/** Resolves with true when no difference is left. */
async function reconcile(stores: Stores, options: ReconcileOptions, signal: AbortSignal): Promise<boolean> {
  const isDeleting = options.delete === true;
  if (isDeleting) await assertBelongTogether(stores, signal);
  const { compared, objects, records } = await compare(stores, options, signal);
  if (options.json) {
    const totals = { compared, objectsWithoutRecord: objects, recordsWithoutObject: records, deleted: isDeleting };
    await print(jsonLine(totals), signal);
  }
  process.stderr.write(
    `Compared ${compared.objects} objects with ${compared.records} file records. Older than ${options.olderThanHours} h: ${objects} objects without a record` +
      `${isDeleting ? ', deleted' : ''}; ${records} records without an object\n`,
  );
  return records === 0 && (objects === 0 || isDeleting);
}

async function assertBelongTogether(stores: ReceiptedStores, signal: AbortSignal): Promise<void> {
  if (await areSameService(stores, signal)) return;
  throw new Error(
    'nothing was deleted, because no object of the bucket has a record in this database. ' +
      'Are BUCKET_NAME and DATABASE_URL those of one service?',
  );
}

async function compare(
  stores: Stores,
  { delete: isDeleting, olderThanHours, json }: ReconcileOptions,
  signal: AbortSignal,
) {
  const totals = { compared: { objects: 0, records: 0 }, objects: 0, records: 0 };
  const line = createProgressLine(process.stderr, 'Compared', 'keys');
  const comparison = {
    olderThan: new Date(Date.now() - olderThanHours * hourMs),
    signal,
    onProgress(compared: Compared) {
      totals.compared = compared;
      const done = Math.max(compared.objects, compared.records);
      line.show({ done, total: Math.max(done, stores.fileRecords), bytes: null });
    },
  };
  for await (const finding of findDifferences(stores, comparison)) {
    line.end();
    await print(json ? jsonLine(finding) : textOf(finding), signal);
    const isWaste = finding.kind === 'object-without-record';
    totals[isWaste ? 'objects' : 'records'] += 1;
    if (isWaste && isDeleting) await stores.objects.delete(finding.key, { signal });
  }
  line.end();
  signal.throwIfAborted();
  return totals;
}

function textOf(finding: Finding): string {
  const { kind, key } = finding;
  if (kind === 'record-without-object') return `${kind} ${key} ${finding.requestId ?? 'studio'}\n`;
  return `${kind} ${key} ${finding.size} ${finding.modifiedAt.toISOString()}\n`;
}

import { once } from 'node:events';
import type { Config } from './config.ts';
import {
  belongTogether,
  type Compared,
  type ComparedStores,
  type Finding,
  findDifferences,
} from './intake/reconcile.ts';
import { createLog, createLogDestination } from './log.ts';
import { openExistingBucket, openSharedDatabase } from './parts.ts';
import { readConfigOrExit } from './process-config.ts';
import { helpText, type ReconcileOptions, readReconcileOptions } from './reconcile-options.ts';
import { comparedText, createProgress } from './reconcile-progress.ts';
import { createFileInventory } from './records/create-file-inventory.ts';
import { createRedactor, type Redact } from './redactor.ts';
import { secretsOf } from './secrets.ts';
import { failureText } from './submission/failure-text.ts';

const hourMs = 60 * 60_000;
const exitCodes = { clean: 0, failed: 1, found: 2 } as const;

const progress = createProgress(process.stderr);
const stopping = new AbortController();
const { signal } = stopping;
await main();

async function main(): Promise<void> {
  const options = readOptionsOrExit();
  if (options === 'help') return void process.stdout.write(helpText);
  const config = readConfigOrExit();
  const redact = createRedactor(secretsOf(config));
  stopOnSignals();
  try {
    const isClean = await withStores(config, redact, (stores) => reconcile(stores, options));
    process.exitCode = isClean ? exitCodes.clean : exitCodes.found;
  } catch (error) {
    progress.clear();
    process.stderr.write(`Could not reconcile: ${redact(failureText(signal.aborted ? signal.reason : error))}\n`);
    process.exitCode = exitCodes.failed;
  }
}

function readOptionsOrExit(): ReconcileOptions | 'help' {
  try {
    return readReconcileOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n\n${helpText}`);
    process.exit(exitCodes.failed);
  }
}

/** An embedded server that was started for this must be stopped, so a signal or a closed pipe only ends the pass. */
function stopOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stopping.abort(new Error(`stopped by ${name}`)));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => stopping.abort(error));
}

async function withStores<T>(config: Config, redact: Redact, work: (stores: ComparedStores) => Promise<T>): Promise<T> {
  const log = createLog({ level: 'warn', redact, destination: await createLogDestination(process.stderr) });
  const objects = await openExistingBucket(config);
  try {
    const database = await openSharedDatabase(config, log);
    try {
      return await work({ objects, files: createFileInventory(database.pool) });
    } finally {
      await database.close();
    }
  } finally {
    await objects.close();
  }
}

/** Whether nothing is left that differs. */
async function reconcile(stores: ComparedStores, options: ReconcileOptions): Promise<boolean> {
  const isDeleting = options.mode === 'delete';
  if (isDeleting) await assertBelongTogether(stores);
  const { compared, objects, records } = await compare(stores, options);
  progress.clear();
  process.stderr.write(
    `${comparedText(compared)}. Older than ${options.olderThanHours} h: ${objects} objects without a record` +
      `${isDeleting ? ', deleted' : ''}; ${records} records without an object\n`,
  );
  return records === 0 && (objects === 0 || isDeleting);
}

async function assertBelongTogether(stores: ComparedStores): Promise<void> {
  if (await belongTogether(stores, signal)) return;
  throw new Error(
    'nothing was deleted, for not one object of the bucket has a record in this database. ' +
      'Are BUCKET_NAME and DATABASE_URL those of one service?',
  );
}

async function compare(stores: ComparedStores, { mode, olderThanHours }: ReconcileOptions) {
  const totals = { compared: { objects: 0, records: 0 }, objects: 0, records: 0 };
  const comparison = {
    olderThan: new Date(Date.now() - olderThanHours * hourMs),
    signal,
    onProgress(compared: Compared) {
      totals.compared = compared;
      progress.show(compared);
    },
  };
  for await (const finding of findDifferences(stores, comparison)) {
    await print(line(finding));
    const isWaste = finding.kind === 'object-without-record';
    totals[isWaste ? 'objects' : 'records'] += 1;
    if (isWaste && mode === 'delete') await stores.objects.delete(finding.key, { signal });
  }
  signal.throwIfAborted();
  return totals;
}

function line(finding: Finding): string {
  const { kind, key } = finding;
  if (kind === 'record-without-object') return `${kind} ${key} ${finding.requestId}`;
  return `${kind} ${key} ${finding.size} ${finding.modifiedAt.toISOString()}`;
}

/** As fast as it is read, so that a million findings do not wait in memory. */
async function print(text: string): Promise<void> {
  progress.clear();
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain', { signal });
}

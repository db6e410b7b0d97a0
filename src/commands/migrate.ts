import type { Command } from 'commander';
import { migrate } from '../intake/records/migrate.ts';
import { assertSupported, type Migration, migrationName, readSchemaVersions } from '../intake/records/migrations.ts';
import { openSchemaStore, type SchemaStore } from '../process/stores/database.ts';
import { unfinishedRestore } from '../process/stores/schema.ts';
import { durationText } from './output/amounts.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { runTask, type TaskContext } from './task/task.ts';

interface MigrateCommandOptions {
  readonly check?: true;
  readonly json?: true;
}

const details = `
The service runs migrations when it starts. With MIGRATE=off it does not start while a migration is pending: run this command
before the new version. All migrations are one transaction, so an interruption changes nothing. Processes of the old version
may keep running meanwhile.

Examples:
  commissions migrate --check
  commissions migrate

Exit codes:
  0   the tables are those of this version
  1   the migration failed and changed nothing; or, with --check, pending migrations are listed on standard output
  2   wrong arguments
`;

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the tables of the database to this version')
    .option('--check', 'print the pending migrations, and change nothing')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(run);
}

function run(options: MigrateCommandOptions): Promise<void> {
  return runTask(
    'migrate',
    async (context) => {
      const store = await openSchemaStore(context, context.signal);
      return options.check ? check(store, options, context) : migrateAll(store, options, context);
    },
    { whenStopped: 'nothing was changed' },
  );
}

async function check({ pool, directory }: SchemaStore, { json }: MigrateCommandOptions, { signal }: TaskContext) {
  const versions = await readSchemaVersions(pool, directory);
  assertSupported(versions);
  const pending = versions.pending.map(migrationName);
  const text = pending.map((name) => `${name}\n`).join('') || `The tables are up to date (${versions.current})\n`;
  await print(json ? jsonLine({ current: versions.current, pending }) : text, signal);
  return pending.length === 0 ? exitCodes.done : exitCodes.failed;
}

async function migrateAll({ pool, directory }: SchemaStore, { json }: MigrateCommandOptions, { signal }: TaskContext) {
  const unfinished = await unfinishedRestore(pool);
  if (unfinished !== null) throw new Error(unfinished);
  const run: string[] = [];
  const startedAt = performance.now();
  await migrate(pool, directory, undefined, (migration: Migration) => {
    signal.throwIfAborted();
    run.push(migrationName(migration));
    process.stderr.write(`${migrationName(migration)} …\n`);
  });
  const { current } = await readSchemaVersions(pool, directory);
  const took = durationText((performance.now() - startedAt) / 1000);
  const text =
    run.length === 0
      ? 'The tables were up to date'
      : `Ran ${run.length === 1 ? 'a migration' : `${run.length} migrations`} in ${took}`;
  await print(json ? jsonLine({ current, run }) : `${text} (${current})\n`, signal);
  return exitCodes.done;
}

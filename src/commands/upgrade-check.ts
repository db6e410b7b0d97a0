import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../configuration/config.ts';
import { removedVariables } from '../configuration/removed-variables.ts';
import {
  assertNotNewer,
  migrationName,
  readSchemaVersions,
  SchemaVersionError,
} from '../customers/records/migrations.ts';
import type { Finding } from '../doctor/check.ts';
import { clusterDirectory } from '../platform/database/embedded/cluster.ts';
import { EmbeddedDatabaseError } from '../platform/database/embedded/errors.ts';
import { printable } from '../platform/log/printable.ts';
import { unsupportedNode } from '../process/program/node-version.ts';
import { openSchemaStore, type SchemaStore } from '../process/stores/database.ts';
import { unfinishedRestore } from '../process/stores/schema.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLines, print } from './output/print.ts';
import { runTask, type TaskContext } from './task/task.ts';

const details = `
Run the command of the new version with the service's configuration before you start the new version. The old version
may be running.

Examples:
  commissions upgrade-check
  commissions upgrade-check --json | jq -r 'select(.verdict != "ok").remedy'

Exit codes:
  0   this version would start
  1   this version would not start, or the check failed
  2   wrong arguments
`;

export function addUpgradeCheckCommand(program: Command): void {
  program
    .command('upgrade-check')
    .description('print what would happen if this version started on the data, and change nothing')
    .option('--json', 'print one JSON object a line for each finding')
    .addHelpText('after', details)
    .action(run);
}

function run({ json }: { readonly json?: true }): Promise<void> {
  return runTask('check the upgrade', async (context) => {
    const findings = await checkUpgrade(context);
    await print(json ? jsonLines(findings) : findings.map(textOf).join(''), context.signal);
    return findings.some(({ verdict }) => verdict === 'wrong') ? exitCodes.failed : exitCodes.done;
  });
}

function textOf({ name, verdict, found, remedy, command }: NamedFinding): string {
  const lines = [found, ...(remedy ? [remedy] : []), ...(command ? [`$ ${command}`] : [])];
  return `${verdict.padEnd(8)} ${name.padEnd(14)} ${lines.map(printable).join(`\n${' '.repeat(24)}`)}\n`;
}

interface NamedFinding extends Finding {
  readonly name: string;
}

/**
 * Returns what would happen if this version of the service started on the existing data. Changes no data. Starts the
 * embedded database's server while it is needed, when it does not run. Rejects when the database cannot be reached.
 */
async function checkUpgrade(context: TaskContext): Promise<readonly NamedFinding[]> {
  return [...environmentFindings(), ...nodeFindings(), ...(await dataFindings(context))];
}

function environmentFindings(): readonly NamedFinding[] {
  const removed = removedVariables(process.env);
  if (removed.length === 0) {
    return [{ name: 'configuration', verdict: 'ok', found: 'No removed variable is set.' }];
  }
  return removed.map(({ name, instead }) => ({
    name: 'configuration',
    verdict: 'warning',
    found: `${name} is set, and this version ignores it.`,
    remedy: `Remove it. Instead: ${instead}.`,
  }));
}

function nodeFindings(): readonly NamedFinding[] {
  const warning = unsupportedNode(process.versions.node, new Date());
  if (warning === null) return [{ name: 'node', verdict: 'ok', found: `This is Node.js ${process.versions.node}.` }];
  const [found = '', remedy = ''] = warning.split(': ');
  return [{ name: 'node', verdict: 'warning', found: `${found}.`, remedy: `${remedy.replace(/^u/, 'U')}.` }];
}

async function dataFindings(context: TaskContext): Promise<readonly NamedFinding[]> {
  const { config } = context;
  if (config.databaseUrl === null && !existsSync(clusterDirectory(config.dataDirectory))) {
    return [{ name: 'database', verdict: 'ok', found: 'There are no data yet: the first start creates the database.' }];
  }
  try {
    return await schemaFindings(config, await openSchemaStore(context, context.signal));
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) return [wrong('database', error.message)];
    if (error instanceof SchemaVersionError) return [wrong('tables', error.message)];
    throw error;
  }
}

async function schemaFindings(
  { pendingMigrations }: Config,
  { pool, directory }: SchemaStore,
): Promise<readonly NamedFinding[]> {
  const versions = await readSchemaVersions(pool, directory);
  assertNotNewer(versions);
  const unfinished = await unfinishedRestore(pool);
  if (unfinished !== null) return [wrong('tables', unfinished)];
  const { current, pending } = versions;
  if (pending.length === 0)
    return [{ name: 'tables', verdict: 'ok', found: `The tables are up to date (${current}).` }];
  const names = pending.map(migrationName).join(', ');
  const found = `The tables are at ${current}; these migrations are pending: ${names}.`;
  if (pendingMigrations === 'refuse') {
    const remedy = 'Run them separately, because MIGRATE is off.';
    return [{ name: 'tables', verdict: 'wrong', found, remedy, command: 'commissions migrate' }];
  }
  const remedy =
    'Nothing: the first start runs them. Back up first, with the version that runs now: that back-up is the only way back.';
  return [
    { name: 'tables', verdict: current === 0 ? 'ok' : 'warning', found, remedy, command: 'commissions backup <dir>' },
  ];
}

/** Splits a message at its last colon into what is wrong and what to do. */
function wrong(name: string, message: string): NamedFinding {
  const at = message.lastIndexOf(': ');
  const [found, remedy] = at < 0 ? [message, ''] : [message.slice(0, at), message.slice(at + 2)];
  return { name, verdict: 'wrong', found: `${found}.`, remedy: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.` };
}

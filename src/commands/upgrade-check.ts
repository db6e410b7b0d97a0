import type { Command } from 'commander';
import { checkUpgrade, type NamedFinding } from './check-upgrade.ts';
import { exitCodes } from './exit-codes.ts';
import { jsonLines, print, printable } from './output/print.ts';
import { runTask } from './task.ts';

const details = `
Run the new version's command with the service's own configuration, before the new version is started. It may be run
beside the old version.

Examples:
  commissions upgrade-check
  commissions upgrade-check --json | jq -r 'select(.verdict != "ok").remedy'

Exit codes:
  0   this version would start
  1   it would not, or that could not be found out
  2   wrong arguments
`;

export function addUpgradeCheckCommand(program: Command): void {
  program
    .command('upgrade-check')
    .description('say what would happen if this version started on the data, and change nothing')
    .option('--json', 'one JSON object a line for each finding')
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

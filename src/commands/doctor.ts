import { type Command, Option } from 'commander';
import { ConfigError, readProcessConfig } from '../configuration/read-config.ts';
import { secretsOf } from '../configuration/secrets.ts';
import type { Check } from '../doctor/check.ts';
import { type CheckReport, chooseChecks, examine, examineAndFix, isTrouble } from '../doctor/examine.ts';
import { allChecks, type ConfigOrFaults } from '../process/doctor/checks.ts';
import { createReportPrinter, jsonReport, plainReport, summaryOf } from './doctor-report.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLines, print } from './output/print.ts';
import { runTaskWithoutConfig } from './task/task.ts';

/** The same code as for a failure, so that a script that continues only after 0 is right in both cases. */
const foundCode = exitCodes.failed;

/** Timeout of one check. The embedded server may have to start, and a store may get several requests. */
const limitMs = 20_000;

interface DoctorOptions {
  readonly only?: string;
  readonly fix?: true;
  readonly list?: true;
  readonly json?: true;
}

const details = `
Each check prints a verdict, its name and a finding, then what to do, with a command if there is one. The service may be
running. Run the doctor as the service's user, with its settings.

  ok        there is no problem
  warning   the service works, but not for long or not as well as it should
  wrong     submissions fail, or stored data are in danger
  skipped   there is nothing to check, or the check could not run

With --json each check is one JSON object on a line of its own:
  {"name", "verdict", "findings": [{"verdict", "found", "remedy"?, "command"?}], "fixed": []}

Examples:
  commissions doctor
  commissions doctor --only database
  commissions doctor --only database.rights --json
  commissions doctor --fix

Exit codes:
  0   no check found a problem
  1   a check found a problem or a warning, or the doctor failed
  2   wrong arguments
`;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the machine, the configuration and every part, and print what to do')
    .option('--only <name>', 'the name of a check or of a part: database.rights, database')
    .addOption(new Option('--fix', 'fix the problems that are safe to fix, then check again').conflicts('list'))
    .option('--list', 'print the names of the checks without running them')
    .option('--json', 'print one JSON object a line for each check')
    .addHelpText('after', details)
    .action(run);
}

function run(options: DoctorOptions): Promise<void> {
  const given = readConfigOrFaults();
  return runTaskWithoutConfig({
    name: 'run the doctor',
    secrets: given.config === null ? [] : secretsOf(given.config),
    async run({ log, redact, releases, signal }) {
      const { only } = options;
      const all = allChecks(given, log, releases);
      const checks = only === undefined ? all : chooseChecks(all, only);
      if (checks.length === 0) return reportUnknownCheck(given);
      const printer = createReportPrinter(options.json ? jsonReport : plainReport, redact);
      if (options.list) {
        await print(options.json ? jsonLines(checks.map(({ name }) => ({ name }))) : namesOf(checks), signal);
        return exitCodes.done;
      }
      const examineOne = options.fix ? examineAndFix : examine;
      const reports: CheckReport[] = [];
      for (const check of checks) {
        const report = await examineOne(check, { limitMs, signal });
        reports.push(report);
        await print(printer(report), signal);
      }
      process.stderr.write(summaryOf(reports));
      return reports.some(({ verdict }) => isTrouble(verdict)) ? foundCode : exitCodes.done;
    },
  });
}

function namesOf(checks: readonly Check[]): string {
  return checks.map(({ name }) => `${name}\n`).join('');
}

/** Returns the faults of an invalid configuration instead of throwing, because the doctor reports them. */
function readConfigOrFaults(): ConfigOrFaults {
  try {
    return { config: readProcessConfig(), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, faults: error.faults };
  }
}

/** Reports an unknown check. Without a valid configuration most checks are missing, so the name may be right. */
function reportUnknownCheck({ config }: ConfigOrFaults): number {
  if (config === null) {
    throw new Error('the configuration has faults: commissions doctor --only environment lists them');
  }
  process.stderr.write('There is no check with that name. See commissions doctor --list.\n');
  return exitCodes.usage;
}

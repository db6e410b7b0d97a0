import type { Command } from 'commander';
import { readProcessConfig } from '../configuration/read-config.ts';
import { secretsOf } from '../configuration/secrets.ts';
import { serve } from '../process/serve.ts';
import { checkDataDirectory } from '../process/service/service.ts';
import { exitCodes } from './output/exit-codes.ts';
import { print } from './output/print.ts';
import { runTaskWithoutConfig } from './task/task.ts';

const details = `
After the first SIGINT, SIGTERM or SIGHUP the service finishes its running requests. A second signal, more than a second
later, ends it at once.

With --check it refuses what a start refuses before the database is asked: invalid settings, files that they name and that
cannot be read or hold faults, a DATA_DIR that cannot be written. It starts nothing and writes nothing, also beside a running
service.

Examples:
  BUCKET_NAME=commissions commissions serve
  commissions serve --check
  DATABASE_URL=postgres://user@db/commissions ROLES=intake commissions serve

Exit codes:
  0   the service was stopped; with --check the settings are valid
  1   the service could not start, or could not stop in time; with --check it could not start
  2   wrong arguments
`;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('accept commissions until a signal stops it; environment variables configure it')
    .option('--check', 'check the settings as a start does, and start nothing')
    .addHelpText('after', details)
    .action(({ check }: { readonly check?: true }) => (check ? checkStart() : serve()));
}

/** @throws {ConfigError} */
function checkStart(): Promise<void> {
  const config = readProcessConfig();
  return runTaskWithoutConfig({
    name: 'start',
    secrets: secretsOf(config),
    async run({ log, signal }) {
      await checkDataDirectory(config, log);
      await print('The settings are valid\n', signal);
      return exitCodes.done;
    },
  });
}

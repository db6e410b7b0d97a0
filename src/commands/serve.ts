import type { Command } from 'commander';
import { serve } from '../process/serve.ts';

const details = `
After the first SIGINT, SIGTERM or SIGHUP the service finishes its running requests. A second signal, more than a second
later, ends it at once.

Examples:
  BUCKET_NAME=commissions commissions serve
  DATABASE_URL=postgres://user@db/commissions ROLES=intake commissions serve

Exit codes:
  0   the service was stopped
  1   the service could not start, or could not stop in time
  2   wrong arguments
`;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('accept commissions until a signal stops it; environment variables configure it')
    .addHelpText('after', details)
    .action(serve);
}

import type { Command } from 'commander';
import { serve } from '../process/serve.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('take commissions until SIGTERM or SIGINT; the environment is the configuration')
    .action(serve);
}

import type { Command } from 'commander';
import { manualPage } from './manual-page.ts';

const details = `
Examples:
  commissions manual | man -l -
`;

export function addManualCommand(program: Command): void {
  program
    .command('manual')
    .description('print the manual page of these commands, for man')
    .addHelpText('after', details)
    .action(() => {
      process.stdout.write(manualPage(program));
    });
}

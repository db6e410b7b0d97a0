import { Argument, type Command } from 'commander';
import { checkNames } from '../process/doctor/checks.ts';
import { bashCompletion } from './completion/bash.ts';
import { commandWords, withChoices } from './completion/command-words.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { exitCodes } from './output/exit-codes.ts';
import { print } from './output/print.ts';
import { runTaskWithoutConfig } from './task/task.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
const shells = Object.keys(scripts) as (keyof typeof scripts)[];

const details = `
Examples:
  commissions completion bash > ~/.local/share/bash-completion/completions/commissions
  commissions completion zsh > ~/.zfunc/_commissions
  commissions completion fish > ~/.config/fish/completions/commissions.fish
`;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes these commands')
    .addArgument(new Argument('<shell>', 'the name of the shell').choices(shells))
    .addHelpText('after', details)
    .action((shell: keyof typeof scripts) =>
      runTaskWithoutConfig({
        name: 'print the script',
        secrets: [],
        async run({ log, releases, signal }) {
          const words = withChoices(commandWords(program), 'doctor', '--only', checkNames(log, releases));
          await print(scripts[shell](words), signal);
          return exitCodes.done;
        },
      }),
    );
}

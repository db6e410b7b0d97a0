import type { Command } from 'commander';

/**
 * Shows the help of the command that the words name, at any depth: `help channels add`. Ends as `--help` does.
 * @throws {CommanderError} always
 */
export function showHelp(program: Command, words: readonly string[]): never {
  let command = program;
  for (const word of words) {
    // Commander's own `help` command follows only the first word.
    const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (below === undefined) return command.error(`error: unknown command '${word}'`);
    command = below;
  }
  return command.help();
}

import type { Command } from 'commander';

/** Returns the commands of a tree that can be run, in the order of the help. Leaves out groups such as `requests`. */
export function leafCommands(command: Command): readonly Command[] {
  const below = command.commands.flatMap(leafCommands);
  return isGroup(command) ? below : [command, ...below];
}

/** `backup` has subcommands but is no group, because it takes an argument. */
function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

/** Returns the words that call a command: `requests list`. */
export function callOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${callOf(above)} ${command.name()}` : command.name();
}

/** Returns the part of a command's help after the options: notes, examples, exit codes. */
export function detailsOf(command: Command): string {
  let help = '';
  const before = command.configureOutput();
  command.configureOutput({
    ...before,
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  command.configureOutput(before);
  return help.slice(command.helpInformation().length);
}

import type { Command } from 'commander';

/** The commands of a tree that do something, without groups such as `requests`, in the order of its help. */
export function leafCommands(command: Command): readonly Command[] {
  const below = command.commands.flatMap(leafCommands);
  return isGroup(command) ? below : [command, ...below];
}

/** `backup` has commands below it and is one itself: it takes an argument. */
function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

/** `requests list`: the words that call a command. */
export function callOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${callOf(above)} ${command.name()}` : command.name();
}

/** What the help of a command says behind its options: notes, examples, exit codes. */
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

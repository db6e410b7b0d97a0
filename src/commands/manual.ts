import type { Command } from 'commander';
import { exitCodes } from './output/exit-codes.ts';
import { print } from './output/print.ts';
import { runTaskWithoutConfig } from './task/task.ts';

const details = `
Examples:
  commissions manual | man -l -
`;

export function addManualCommand(program: Command): void {
  program
    .command('manual')
    .description('print the manual page of these commands, for man')
    .addHelpText('after', details)
    .action(() =>
      runTaskWithoutConfig({
        name: 'print the manual',
        secrets: [],
        async run({ signal }) {
          await print(manualPage(program), signal);
          return exitCodes.done;
        },
      }),
    );
}

const environment = `The environment is the configuration of every command. The file that SETTINGS_FILE names, and a file .env in the working
directory, add what it does not set. The same variables as those of the service name the database and the object store of
the service.`;

const exitStatus = [
  ['0', 'done'],
  ['1', 'failed; one sentence on standard error names the reason'],
  ['2', 'wrong arguments, and nothing was done; or reconcile or backup verify found differences'],
  ['3', 'done, but something needs attention: see the command'],
  ['129, 130, 143', 'stopped by SIGHUP (a closed terminal), SIGINT (Ctrl-C) or SIGTERM'],
  ['141', 'the reader of the output closed the pipe'],
] as const;

/** Returns the section 1 page of all commands, in the macros of man(7). */
export function manualPage(program: Command): string {
  return [
    `.TH COMMISSIONS 1 "" ${quoted(`commissions ${program.version() ?? ''}`)} "User Commands"`,
    '.SH NAME',
    `commissions \\- ${text(uncapitalised(program.description().split('. ')[0] ?? ''))}`,
    '.SH SYNOPSIS',
    '.B commissions',
    '.RI [ command ]',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.SH COMMANDS',
    ...leafCommands(program).flatMap(commandSection),
    '.SH EXIT STATUS',
    ...exitStatus.flatMap(([code, meaning]) => item(code, meaning)),
    '.SH ENVIRONMENT',
    text(environment),
    '',
  ].join('\n');
}

function commandSection(command: Command): readonly string[] {
  const usage = `commissions ${callOf(command)} ${command.usage().replace(/ ?\[command\]/, '')}`;
  const description = command.description();
  // Adds the choices and the defaults.
  const help = command.createHelp();
  return [
    `.SS ${quoted(text(usage.trim()))}`,
    text(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
    ...command.registeredArguments.flatMap((argument) => item(argument.name(), help.argumentDescription(argument))),
    ...command.options.flatMap((option) => item(option.flags, help.optionDescription(option))),
    ...unfilled(detailsOf(command)),
  ];
}

function item(term: string, meaning: string): readonly string[] {
  return ['.TP', `.B ${text(term)}`, text(meaning)];
}

/** Keeps the line breaks of the help, because each example and each exit code is a line. */
function unfilled(help: string): readonly string[] {
  const lines = help.trim().split('\n');
  return help.trim() === '' ? [] : ['.PP', '.nf', ...lines.map(text), '.fi'];
}

/** Escapes the text, so that man(7) reads nothing in it as a macro or an escape. */
function text(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&'))
    .join('\n');
}

function quoted(argument: string): string {
  return `"${argument.replaceAll('"', '\\(dq')}"`;
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

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

import { Command, CommanderError } from 'commander';
import { versionText } from '../process/program/own-package.ts';
import { addBackupCommand } from './backup.ts';
import { addChannelsCommand } from './channels.ts';
import { addDoctorCommand } from './doctor.ts';
import { addFilesCommand } from './files.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOperatorsCommand } from './operators.ts';
import { exitCodes } from './output/exit-codes.ts';
import { watchOutput } from './output/print.ts';
import { addReconcileCommand } from './reconcile.ts';
import { addRequestsCommand } from './requests.ts';
import { addRestoreCommand } from './restore.ts';
import { addSecretsCommand } from './secrets.ts';
import { addServeCommand } from './serve.ts';
import { addStudioCommand } from './studio.ts';
import { addTokensCommand } from './tokens.ts';

/**
 * Runs the command that the arguments name. Wrong arguments cause one sentence on standard error and exit code 2.
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  const reportOutputFailure = watchOutput();
  try {
    await parseProgram(createProgram(), args);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
    await reportOutputFailure();
  }
}

/** @throws {CommanderError} for wrong arguments, and after the help or the version was printed */
export async function parseProgram(program: Command, args: readonly string[]): Promise<void> {
  const [first, ...words] = args;
  if (first === undefined) program.help({ error: true });
  if (first === 'help') showHelp(program, words);
  await program.parseAsync(args, { from: 'user' });
}

/**
 * Shows the help of the command that the words name, at any depth: `help channels add`. Ends as `--help` does.
 * @throws {CommanderError} always
 */
function showHelp(program: Command, words: readonly string[]): never {
  let command = program;
  for (const word of words) {
    // Commander's own `help` command follows only the first word.
    const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (below === undefined) return command.error(`error: unknown command '${word}'`);
    command = below;
  }
  return command.help();
}

/** Creates the tree of all commands. Help and version exit with 0, wrong arguments with 2. */
export function createProgram(): Command {
  const program = new Command('commissions')
    .description('The commission submission service and its tools.')
    .version(versionText())
    .helpCommand('help [command...]')
    // An option belongs to the command that it follows: `backup verify --json` is not `backup --json`.
    .enablePositionalOptions()
    .configureOutput({ outputError: (text, write) => write(asSentence(text)) });
  program.exitOverride(({ exitCode, code, message }) => {
    throw new CommanderError(exitCode === 0 ? exitCodes.done : exitCodes.usage, code, message);
  });
  addServeCommand(program);
  addReconcileCommand(program);
  addDoctorCommand(program);
  addMigrateCommand(program);
  addRequestsCommand(program);
  addFilesCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addOperatorsCommand(program);
  addTokensCommand(program);
  addChannelsCommand(program);
  addStudioCommand(program);
  addSecretsCommand(program);
  return program;
}

/** Turns `error: unknown option '--x'` and a suggestion on a line of its own into one line. */
function asSentence(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}. See --help.\n`.replace(/\.\. /, '. ');
}

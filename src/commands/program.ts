import { Command, CommanderError } from 'commander';
import { version } from '../process/version.ts';
import { addBackupCommand } from './backup.ts';
import { addChannelsCommand } from './channels.ts';
import { addDoctorCommand } from './doctor.ts';
import { addFilesCommand } from './files.ts';
import { addOperatorsCommand } from './operators.ts';
import { addReconcileCommand } from './reconcile.ts';
import { addRequestsCommand } from './requests.ts';
import { addRestoreCommand } from './restore.ts';
import { addSecretsCommand } from './secrets.ts';
import { addServeCommand } from './serve.ts';
import { addTokensCommand } from './tokens.ts';

const usageExitCode = 2;

/**
 * Runs the command that the arguments name. Wrong arguments make one sentence on standard error and exit
 * code 2 unless the command documents another.
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
  }
}

function createProgram(): Command {
  const program = new Command('commissions')
    .description('The commission submission service and its tools. Without a command it serves.')
    .version(version())
    .configureOutput({ outputError: (text, write) => write(asSentence(text)) });
  exitWith(program, usageExitCode);
  addServeCommand(program);
  exitWith(addReconcileCommand(program), 1);
  addDoctorCommand(program);
  addRequestsCommand(program);
  addFilesCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addOperatorsCommand(program);
  addTokensCommand(program);
  addChannelsCommand(program);
  addSecretsCommand(program);
  return program;
}

/** Help and version end with 0, wrong arguments with this code. */
function exitWith(command: Command, usageCode: number): void {
  command.exitOverride(({ exitCode, code, message }) => {
    throw new CommanderError(exitCode === 0 ? 0 : usageCode, code, message);
  });
}

/** `error: unknown option '--x'` and a suggestion on a line of its own, as one line. */
function asSentence(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}. See --help.\n`.replace(/\.\. /, '. ');
}

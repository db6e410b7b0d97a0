import { ConfigError } from '../configuration/read-config.ts';
import { printFailure } from '../platform/log/journal.ts';
import { serve } from '../process/serve.ts';

const failedExitCode = 1;

/** Runs the command that the arguments name. Without arguments it shows the help. Prints the faults of the configuration. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    if (args.length === 1 && args[0] === 'serve') await serve();
    // The service starts without the parser of arguments.
    else await (await import('../commands/program.ts')).runProgram(args);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printFailure(`${error.message}\n`);
    process.exitCode = failedExitCode;
  }
}

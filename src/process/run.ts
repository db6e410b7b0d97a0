import { ConfigError } from '../configuration/read-config.ts';
import { serve } from './serve.ts';

const failedExitCode = 1;

/** Runs the command that the arguments name; without any, `serve`. Never rejects. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    if (args.length === 0 || (args.length === 1 && args[0] === 'serve')) await serve();
    // What reads arguments is loaded only where there are some.
    else await (await import('../commands/program.ts')).runProgram(args);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = failedExitCode;
  }
}

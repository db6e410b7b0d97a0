import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import { readProcessConfig } from '../configuration/read-config.ts';
import { secretsOf } from '../configuration/secrets.ts';
import { failureText } from '../failure/failure-text.ts';
import { createLog, createLogDestination } from '../log/log.ts';
import { createRedactor, type Redact } from '../log/redactor.ts';

/** What a command that ends by itself works with. */
export interface TaskContext extends BareTaskContext {
  readonly config: Config;
}

/** The same without a configuration. */
export interface BareTaskContext {
  /** Warnings and worse, on standard error: standard output is for the command's results. */
  readonly log: Logger;
  /** Aborted by SIGINT, SIGTERM and a closed pipe. The task then releases what it holds and rejects. */
  readonly signal: AbortSignal;
  readonly redact: Redact;
}

export interface Task {
  /** What the sentence about a failure says could not be done: `reconcile`. */
  readonly name: string;
  /** How to go on when it is stopped in the middle. */
  readonly whenStopped?: string;
  /** Resolves with the exit code. */
  run(context: TaskContext): Promise<number>;
}

export interface TaskWithoutConfig {
  readonly name: string;
  /** Credentials that no line shows. */
  readonly secrets: readonly string[];
  readonly whenStopped?: string | undefined;
  run(context: BareTaskContext): Promise<number>;
}

const failedExitCode = 1;

/** Runs a task and sets the exit code. A failure is one sentence on standard error, without credentials, and code 1. */
export async function runTask({ name, whenStopped, run }: Task): Promise<void> {
  const config = readProcessConfig();
  await runTaskWithoutConfig({
    name,
    secrets: secretsOf(config),
    whenStopped,
    run: (context) => run({ ...context, config }),
  });
}

/** As `runTask`, for what works without a configuration as well. */
export async function runTaskWithoutConfig({ name, secrets, whenStopped, run }: TaskWithoutConfig): Promise<void> {
  const redact = createRedactor(secrets);
  const signal = abortedFromOutside();
  const log = createLog({ level: 'warn', redact, destination: await createLogDestination(process.stderr) });
  try {
    process.exitCode = await run({ log, redact, signal });
  } catch (error) {
    const goOn = signal.aborted && whenStopped ? `: ${whenStopped}` : '';
    process.stderr.write(`Could not ${name}: ${redact(failureText(signal.aborted ? signal.reason : error))}${goOn}\n`);
    process.exitCode = failedExitCode;
  }
}

/** An embedded server that was started for the task must be stopped, so nothing here ends the process at once. */
function abortedFromOutside(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stopping.abort(new Error(`stopped by ${name}`)));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => stopping.abort(error));
  return stopping.signal;
}

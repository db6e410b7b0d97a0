import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { readProcessConfig } from '../../configuration/read-config.ts';
import { secretsOf } from '../../configuration/secrets.ts';
import { failureText } from '../../platform/failure/errors.ts';
import { printFailure } from '../../platform/log/journal.ts';
import { createLog, createLogDestination } from '../../platform/log/log.ts';
import { createRedactor, type Redact } from '../../platform/log/redactor.ts';
import { type Releases, withReleases } from '../../process/program/releases.ts';
import { StartError, startFailureText } from '../../process/program/start-failure.ts';
import { onStopSignal, type StopSignal } from '../../process/stop-signals.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { HoldingError, UnprintedError } from '../output/made.ts';
import { ClosedPipeError, onOutputFailure } from '../output/print.ts';
import { folderFailureText, isWithin } from './folder-failure.ts';
import { assertServiceAccount } from './service-account.ts';

/** The parts that `runTask` gives to a command. */
export interface TaskContext extends BareTaskContext {
  readonly config: Config;
}

/** The parts that `runTaskWithoutConfig` gives to a command. */
interface BareTaskContext {
  /** Warnings and worse, on standard error: standard output is for the command's results. */
  readonly log: Logger;
  /** Aborted by the signals that ask to stop, and by a closed pipe. The task then releases what it holds and rejects. */
  readonly signal: AbortSignal;
  readonly redact: Redact;
  /** Closes what the command opens, when it ends. */
  readonly releases: Releases;
}

/** Resolves with the exit code, or with nothing when it is done. */
type Run<Context> = (context: Context) => Promise<number | undefined>;

interface TaskWithoutConfig {
  /** Completes the failure message `Could not …`: `reconcile`. */
  readonly name: string;
  /** The state after the task was stopped, and how to resume it. The message shows it after a colon. */
  readonly whenStopped?: string | undefined;
  /** Folders that the command was given. A failure in one comes with its remedy. */
  readonly folders?: readonly string[];
  /** Credentials that are redacted from all output. */
  readonly secrets: readonly string[];
  readonly run: Run<BareTaskContext>;
}

const signalCodes: Readonly<Record<StopSignal, number>> = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
};

class StoppedError extends Error {
  override readonly name = 'StoppedError';
  readonly signal: StopSignal;

  constructor(signal: StopSignal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Runs a task and sets the exit code. A failure prints one sentence on standard error, without credentials, and sets
 * code 1. A task whose output was closed prints nothing, unless it has created something. Root is rejected where the service
 * is another account's. The parameters are as in `TaskWithoutConfig`.
 */
export async function runTask(
  name: string,
  run: Run<TaskContext>,
  { whenStopped, folders = [] }: Pick<TaskWithoutConfig, 'whenStopped' | 'folders'> = {},
): Promise<void> {
  const config = readProcessConfig();
  await runTaskWithoutConfig({
    name,
    whenStopped,
    secrets: secretsOf(config),
    async run(context) {
      await assertServiceAccount(config.dataDirectory);
      try {
        return await run({ ...context, config });
      } catch (error) {
        const text = folders
          .map((folder) => folderFailureText(error, folder, config.dataDirectory))
          .find((found) => found !== null);
        throw text === undefined ? explained(error, config.dataDirectory) : new Error(text, { cause: error });
      }
    },
  });
}

/** Returns an error with the remedy when the system refuses `DATA_DIR`, a path in it, or a folder that leads to it. */
function explained(error: unknown, dataDirectory: string): unknown {
  const { path, code, syscall } = Object(error) as NodeJS.ErrnoException;
  if (path === undefined) return error;
  const isAbove = syscall === 'mkdir' && isWithin(dataDirectory, path);
  const isInside = code !== 'ENOTDIR' && code !== 'EEXIST' && isWithin(path, dataDirectory);
  if (!isAbove && !isInside) return error;
  const text = startFailureText(error, dataDirectory);
  return text === null ? error : new StartError(text, { cause: error });
}

/** Like `runTask`, for tasks that work without a configuration too. */
export async function runTaskWithoutConfig({ name, whenStopped, secrets, run }: TaskWithoutConfig): Promise<void> {
  const redact = createRedactor(secrets);
  const signal = abortedFromOutside();
  const log = createLog({ level: 'warn', redact, destination: await createLogDestination(process.stderr) });
  try {
    const code = await withReleases(log, (releases) => run({ log, redact, signal, releases }));
    process.exitCode = code ?? exitCodes.done;
  } catch (error) {
    // The stream emits its error event a moment after the write has failed.
    await new Promise((resolve) => setImmediate(resolve));
    const reason: unknown = signal.aborted ? signal.reason : causeOf(error);
    process.exitCode = codeOf(reason);
    const holds = error instanceof HoldingError ? error.holds : reason instanceof StoppedError && whenStopped;
    if (reason instanceof ClosedPipeError && !holds) return;
    const failed = error instanceof UnprintedError ? 'print the result' : name;
    printFailure(`Could not ${failed}: ${redact(failureText(reason))}${holds ? `: ${holds}` : ''}\n`);
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof HoldingError ? error.cause : error;
}

function codeOf(reason: unknown): number {
  if (reason instanceof ClosedPipeError) return exitCodes.closedPipe;
  return reason instanceof StoppedError ? signalCodes[reason.signal] : exitCodes.failed;
}

/** The first signal aborts the task and does not exit, because an embedded server that the task started must be stopped. */
function abortedFromOutside(): AbortSignal {
  const stopping = new AbortController();
  onStopSignal(
    (name) => stopping.abort(new StoppedError(name)),
    (name) => process.exit(signalCodes[name]),
  );
  onOutputFailure((error) => stopping.abort(error));
  return stopping.signal;
}

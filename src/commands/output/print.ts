import { printableLine } from '../../platform/log/printable.ts';
import { exitCodes } from './exit-codes.ts';

/** Writes to standard output. Resolves once the text is written, so that output does not pile up. Rejects on errors. */
export async function print(text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Returns a result for programs: one JSON object on a line. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function jsonLines(values: readonly unknown[]): string {
  return values.map(jsonLine).join('');
}

/** The reader of the output has closed the pipe, as `head` does. That is no failure, so no message is printed. */
export class ClosedPipeError extends Error {
  override readonly name = 'ClosedPipeError';
}

/** Calls `notify` as soon as standard output or standard error can no longer be written. */
export function onOutputFailure(notify: (error: Error) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'EPIPE';
      notify(
        isClosed
          ? new ClosedPipeError('the output was closed')
          : new Error(`the output cannot be written: ${error.message}`),
      );
    });
  }
}

/**
 * Sets the exit code when the output fails. For commands that only print, such as help. Returns a function that writes
 * one sentence on standard error if it has failed, unless its reader has closed it.
 */
export function watchOutput(): () => Promise<void> {
  let failure: Error | null = null;
  onOutputFailure((error) => {
    failure ??= error;
    process.exitCode = error instanceof ClosedPipeError ? exitCodes.closedPipe : exitCodes.failed;
  });
  return async () => {
    // The stream emits its error event a moment after the write has failed.
    await new Promise((resolve) => setImmediate(resolve));
    if (failure === null || failure instanceof ClosedPipeError) return;
    process.stderr.write(`Could not print this: ${failure.message}\n`);
  };
}

/** Returns rows in columns below their headings. Replaces control characters, which would move the cursor. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(printableLine));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

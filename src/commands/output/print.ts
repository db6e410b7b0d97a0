import { exitCodes } from '../exit-codes.ts';

/**
 * Writes to standard output as fast as it is read, so that nothing piles up in memory. Rejects when it cannot be written.
 */
export async function print(text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A result for programs: one JSON object a line. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function jsonLines(values: readonly unknown[]): string {
  return values.map(jsonLine).join('');
}

/** Text that a stranger wrote, for a terminal: control characters would move its cursor, or worse. Keeps line feeds. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, '\ufffd');
}

/** Whoever read the output has gone, as `head` does: no fault, and nobody is left to be told. */
export class ClosedPipeError extends Error {
  override readonly name = 'ClosedPipeError';
}

/** Calls back once when standard output or error cannot be written any more. */
export function onOutputFailure(tell: (error: Error) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'EPIPE';
      tell(
        isClosed
          ? new ClosedPipeError('the output was closed')
          : new Error(`the output cannot be written: ${error.message}`),
      );
    });
  }
}

/** For what prints and does nothing else, such as help. */
export function endQuietlyOnClosedPipe(): void {
  onOutputFailure((error) => {
    process.exitCode = error instanceof ClosedPipeError ? exitCodes.closedPipe : exitCodes.failed;
  });
}

import type { WriteStream } from 'node:tty';
import { byteText, durationText } from './amounts.ts';

/** The progress of a long task. */
export interface Progress {
  readonly done: number;
  /** Steps in all, or null when the number is not known. */
  readonly total: number | null;
  /** Bytes so far, or null for a task that does not count bytes. */
  readonly bytes: number | null;
}

interface ProgressLine {
  /** Must be called after each step. */
  show(progress: Progress): void;
  /** Clears the terminal's line for the next output. */
  end(): void;
}

const terminalPauseMs = 500;
const linePauseMs = 30_000;

/**
 * Shows progress: in a terminal as one line that is overwritten, else as a new line every half minute.
 * @param what Begins the line: `Copied`.
 * @param unit The name of the counted things, in the plural.
 */
export function createProgressLine(
  stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>,
  what: string,
  unit = 'objects',
): ProgressLine {
  const startedAt = performance.now();
  let shownAt = startedAt;

  function show(progress: Progress): void {
    const now = performance.now();
    if (now - shownAt < (stream.isTTY ? terminalPauseMs : linePauseMs)) return;
    shownAt = now;
    const text = `${what} ${lineOf(progress, unit, (now - startedAt) / 1000)}`;
    // A line that wraps could not be overwritten.
    stream.write(stream.isTTY ? `\r\u001b[2K${text.slice(0, (stream.columns || 80) - 1)}` : `${text}\n`);
  }

  return {
    show,
    end() {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}

function lineOf({ done, total, bytes }: Progress, unit: string, seconds: number): string {
  const rate =
    bytes === null ? `${Math.round(done / seconds)}/s` : `${byteText(bytes)}, ${byteText(bytes / seconds)}/s`;
  if (total === null) return `${done} ${unit}, ${rate}`;
  const left = done === 0 ? '' : `, ${durationText(((total - done) * seconds) / done)} left`;
  return `${done} of ${total} ${unit}, ${rate}${left}`;
}

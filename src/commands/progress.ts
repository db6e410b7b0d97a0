import type { WriteStream } from 'node:tty';
import { byteText, durationText } from './amounts.ts';

/** How far a long task has come. */
export interface Progress {
  readonly done: number;
  /** Null when it is not known. */
  readonly total: number | null;
  readonly bytes: number;
}

const terminalPauseMs = 500;
const linePauseMs = 30_000;

/**
 * To be called with each step: one line in place in a terminal, else a line every half minute. `end` leaves the terminal's
 * line empty.
 */
export function createProgressLine(stream: Pick<WriteStream, 'write' | 'isTTY'>, what: string) {
  const startedAt = performance.now();
  let shownAt = startedAt;

  function show(progress: Progress): void {
    const now = performance.now();
    if (now - shownAt < (stream.isTTY ? terminalPauseMs : linePauseMs)) return;
    shownAt = now;
    const text = `${what} ${lineOf(progress, (now - startedAt) / 1000)}`;
    stream.write(stream.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
  }

  return {
    show,
    end() {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}

function lineOf({ done, total, bytes }: Progress, seconds: number): string {
  const rate = `${byteText(bytes)}, ${byteText(bytes / seconds)}/s`;
  if (total === null) return `${done} objects, ${rate}`;
  const left = done === 0 ? '' : `, ${durationText(((total - done) * seconds) / done)} left`;
  return `${done} of ${total} objects, ${rate}${left}`;
}

import type { Writable } from 'node:stream';

/** How far a pass over many keys has come, told as the stream can show it. */
export interface Progress {
  show(compared: { readonly objects: number; readonly records: number }): void;
  /** Makes room for another line. */
  clear(): void;
}

export type ProgressStream = Writable & { readonly isTTY?: boolean };

const pauseMs = 100;
const keysBetweenLines = 100_000;
const clearLine = '\r\x1b[K';

/** One line that is written anew on a terminal, a line for every 100,000 keys everywhere else. */
export function createProgress(stream: ProgressStream): Progress {
  return stream.isTTY ? rewrittenLine(stream) : lines(stream);
}

function rewrittenLine(stream: Writable): Progress {
  let writtenAt = performance.now();
  let isShown = false;
  return {
    show(compared) {
      if (performance.now() - writtenAt < pauseMs) return;
      writtenAt = performance.now();
      isShown = true;
      stream.write(`${clearLine}${comparedText(compared)} so far`);
    },
    clear() {
      if (isShown) stream.write(clearLine);
      isShown = false;
    },
  };
}

function lines(stream: Writable): Progress {
  let nextAt = keysBetweenLines;
  return {
    show(compared) {
      if (Math.max(compared.objects, compared.records) < nextAt) return;
      nextAt += keysBetweenLines;
      stream.write(`${comparedText(compared)} so far\n`);
    },
    clear() {},
  };
}

export function comparedText({ objects, records }: { readonly objects: number; readonly records: number }): string {
  return `Compared ${objects} objects with ${records} file records`;
}

import { Readable } from 'node:stream';
import type { SpillFile } from './spill-file.ts';

/** An attachment's bytes: first those in memory, then a range of the file, in bytes and without the one at `end`. */
export interface SpooledSource {
  readonly views: readonly Buffer[];
  readonly file: SpillFile;
  readonly start: number;
  readonly end: number;
}

const highWaterMarkBytes = 1024 * 1024;
const readBytes = 256 * 1024;

/** A stream from the first byte. Memory is handed out as it lies, without a copy. */
export function streamSpooled({ views, file, start, end }: SpooledSource): Readable {
  let nextView = 0;
  let position = start;

  async function readFile(): Promise<Buffer> {
    const bytes = await file.read(Math.min(readBytes, end - position), position);
    if (bytes.length === 0) throw new Error('The temporary file is shorter than what was written to it');
    position += bytes.length;
    return bytes;
  }

  return new Readable({
    highWaterMark: highWaterMarkBytes,
    read() {
      const view = views[nextView++];
      if (view !== undefined) this.push(view);
      else if (position === end) this.push(null);
      else readFile().then(this.push.bind(this), this.destroy.bind(this));
    },
  });
}

import { createHash } from 'node:crypto';
import type { BlockList } from './block-list.ts';
import type { ReadBuffers } from './read-buffers.ts';
import type { SpillFile } from './spill-file.ts';
import type { SpooledBytes, SpoolWriter } from './spool.ts';
import { readSpooled } from './spooled-reading.ts';

export interface RequestSpoolWriter extends SpoolWriter {
  isWriting(): boolean;
}

/** Where the writers of one request keep their bytes, and what these are read back into. */
export interface SpoolContents {
  readonly memory: BlockList;
  readonly file: SpillFile;
  readonly buffers: ReadBuffers;
}

/**
 * Keeps one attachment: in memory while there are blocks, and from the first byte on that has no room there in the
 * file. The writers of a request write one after the other, so that each has one range of either. A write after `end`,
 * or after the spool's release, is ignored.
 */
export function createSpoolWriter(
  { memory, file, buffers }: SpoolContents,
  isReleased: () => boolean,
): RequestSpoolWriter {
  const hash = createHash('sha256');
  const memoryStart = memory.length();
  let memoryEnd = memoryStart;
  let fileStart: number | null = null;
  let isWriting = true;
  let size = 0;

  function write(chunk: Buffer): void {
    if (!isWriting || isReleased()) return;
    size += chunk.length;
    hash.update(chunk);
    const kept = fileStart === null ? memory.append(chunk) : 0;
    memoryEnd += kept;
    if (kept === chunk.length) return;
    fileStart ??= file.length();
    file.append(kept === 0 ? chunk : chunk.subarray(kept));
  }

  function end(): SpooledBytes {
    isWriting = false;
    const start = fileStart ?? 0;
    const fileEnd = start + size - (memoryEnd - memoryStart);
    const source = { memory, memoryStart, memoryEnd, file, fileStart: start, fileEnd, buffers, isReleased };
    return { size, sha256: hash.digest('hex'), open: () => readSpooled(source) };
  }

  return {
    isWriting: () => isWriting,
    write,
    end,
  };
}

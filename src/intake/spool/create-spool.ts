import { createHash } from 'node:crypto';
import { type BlockPool, createBlockList, createBlockPool } from './blocks.ts';
import { createMemoryReservations } from './memory-reservations.ts';
import { createSpillFile, type SpillFile } from './spill-file.ts';
import type { RequestSpool, Spool, SpooledBytes, SpoolWriter } from './spool.ts';
import { removeTemporaryFiles } from './temporary-file.ts';

interface SpoolOptions {
  /** Directory of the temporary files. Created when the first one is needed, for this user alone. */
  readonly directory: string;
  /**
   * Memory that all requests share, in blocks of 64 KiB. Three quarters keep bytes. Further bytes pass through the last
   * quarter to disk.
   */
  readonly memoryBudgetBytes: number;
}

const readBufferBytes = 256 * 1024;
/** Buffers kept for reuse. Further simultaneous reads get a buffer that becomes garbage. */
const mostReadBuffers = 8;

/**
 * Creates a spool that unlinks its temporary files as soon as they are open. A killed process leaves at most an empty
 * file. `memoryBytes` includes bytes on their way to disk: about 512 KiB a request, and 128 KiB beyond the budget.
 */
export function createSpool({ directory, memoryBudgetBytes }: SpoolOptions): Spool {
  const pool = createBlockPool(memoryBudgetBytes);
  const readBuffers: Buffer[] = [];
  return {
    reserveMemory: createMemoryReservations(pool.keptBytes),
    open: () => createRequestSpool(directory, pool, readBuffers),
    get memoryBytes() {
      return pool.usedBytes;
    },
    removeLeftOvers: () => removeTemporaryFiles(directory),
  };
}

/**
 * Keeps the attachments of one request one after another in the same blocks, and the overflow in one temporary file.
 * Once an attachment has bytes in the file, the rest of it goes there too.
 * @param readBuffers Reused by one read after another. With a new buffer for each chunk V8 marks its whole heap for
 * every 64 MiB read, which took 40 % of the CPU time of a large upload.
 */
function createRequestSpool(directory: string, pool: BlockPool, readBuffers: Buffer[]): RequestSpool {
  const memory = createBlockList(pool.take);
  let file: SpillFile | null = null;
  let released: Promise<void> | null = null;

  const fileLength = () => file?.length() ?? 0;

  function begin(): SpoolWriter {
    if (released !== null) throw new Error('The spool has been released');
    const hash = createHash('sha256');
    const memoryStart = memory.length();
    const fileStart = fileLength();

    function write(chunk: Buffer): void {
      if (released !== null) return;
      hash.update(chunk);
      const kept = fileLength() === fileStart ? memory.append(chunk) : 0;
      if (kept === chunk.length) return;
      file ??= createSpillFile(directory, pool);
      file.append(chunk.subarray(kept));
    }

    function end(): SpooledBytes {
      const memoryEnd = memory.length();
      const fileEnd = fileLength();

      async function* open() {
        yield* readMemory(memoryStart, memoryEnd);
        if (file !== null) yield* readFile(file, fileStart, fileEnd);
      }

      return { size: memoryEnd - memoryStart + fileEnd - fileStart, sha256: hash.digest('hex'), open };
    }

    return { write, end };
  }

  function* readMemory(start: number, end: number): Generator<Buffer> {
    checkNotReleased();
    for (const view of memory.views(start, end)) {
      // Released blocks may belong to another request.
      checkNotReleased();
      yield view;
    }
  }

  async function* readFile(from: SpillFile, start: number, end: number): AsyncGenerator<Buffer> {
    const buffer = readBuffers.pop() ?? Buffer.allocUnsafeSlow(readBufferBytes);
    try {
      for (let at = start; at < end; ) {
        checkNotReleased();
        const bytes = await from.read(buffer.subarray(0, end - at), at);
        at += bytes;
        yield buffer.subarray(0, bytes);
      }
    } finally {
      if (readBuffers.length < mostReadBuffers) readBuffers.push(buffer);
    }
  }

  function checkNotReleased(): void {
    if (released !== null) throw new Error('The spool has been released');
  }

  return {
    begin,
    pressure: () => file?.pressure() ?? null,
    flush: () => file?.flush() ?? Promise.resolve(),
    release() {
      if (released === null) {
        pool.release(memory.clear());
        released = file?.close() ?? Promise.resolve();
      }
      return released;
    },
  };
}

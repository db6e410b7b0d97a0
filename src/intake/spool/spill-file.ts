import type { FileHandle } from 'node:fs/promises';
import { type BlockList, type BlockPool, createBlockList } from './blocks.ts';
import { openTemporaryFile } from './temporary-file.ts';

export type SpillFile = ReturnType<typeof createSpillFile>;

/** Bytes of one request that may wait for the disk without backpressure: within the memory budget, and beyond it. */
const maxQueuedBytes = 512 * 1024;
const maxOverdrawnBytes = 128 * 1024;

/** Creates the temporary file of one request. It is opened at the first byte and written in the background. */
export function createSpillFile(directory: string, pool: BlockPool) {
  let queue = createQueue(pool);
  let handle: FileHandle | null = null;
  let draining: Promise<void> | null = null;
  let failure: { readonly error: unknown } | null = null;
  let closed = false;
  let length = 0;
  let writtenBytes = 0;

  /** Copies the chunk. Never throws. After a disk error or `close`, drops the bytes. */
  function append(chunk: Buffer): void {
    length += chunk.length;
    if (closed || failure !== null) return;
    queue.append(chunk);
    draining ??= drain();
  }

  async function drain(): Promise<void> {
    try {
      handle ??= await openTemporaryFile(directory);
      while (queue.length() > 0 && !closed) await writeQueue(handle);
    } catch (error) {
      failure = { error };
    }
    pool.release(queue.clear());
    draining = null;
  }

  async function writeQueue(file: FileHandle): Promise<void> {
    const batch = queue;
    queue = createQueue(pool);
    try {
      // A full disk takes a part of the bytes first, and fails at the next call.
      for (let at = 0; at < batch.length(); ) {
        const { bytesWritten } = await file.writev(batch.views(at, batch.length()), writtenBytes);
        at += bytesWritten;
        writtenBytes += bytesWritten;
      }
    } finally {
      pool.release(batch.clear());
    }
  }

  async function drained(): Promise<void> {
    await draining;
    if (failure !== null) throw failure.error;
  }

  async function flush(): Promise<void> {
    const acceptedBytes = length;
    await drained();
    if (writtenBytes < acceptedBytes) throw new Error('The spool was released before its bytes were written');
  }

  /** Reads at least one byte from `position` on into `target`, after the pending writes have finished. */
  async function read(target: Buffer, position: number): Promise<number> {
    await flush();
    const { bytesRead = 0 } = (await handle?.read(target, 0, target.length, position)) ?? {};
    if (bytesRead === 0) throw new Error('The temporary file is shorter than the bytes written to it');
    return bytesRead;
  }

  /** Drops unwritten bytes, waits for running reads and writes, and closes the handle. Never rejects. */
  async function close(): Promise<void> {
    closed = true;
    await draining;
    await handle?.close().catch(() => undefined);
  }

  return {
    /** Bytes appended so far: the offset of the next append. */
    length: () => length,
    append,
    /** See `RequestSpool.pressure`. */
    pressure(): Promise<void> | null {
      const maxBytes = pool.isOverdrawn ? maxOverdrawnBytes : maxQueuedBytes;
      if (failure === null && length - writtenBytes <= maxBytes) return null;
      return closed ? null : withoutUnhandledRejection(drained());
    },
    /** See `RequestSpool.flush`. */
    flush: () => withoutUnhandledRejection(flush()),
    read,
    close,
  };
}

function createQueue(pool: BlockPool): BlockList {
  return createBlockList(pool.takeBeyondBudget);
}

/** A disk may fail while no caller awaits the bytes. The unhandled rejection would end the process. */
function withoutUnhandledRejection(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined);
  return promise;
}

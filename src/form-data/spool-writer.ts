import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createChunkList } from './chunk-list.ts';
import type { MemoryAccount } from './memory-account.ts';
import type { SpillFile } from './spill-file.ts';
import type { SpoolWriter } from './spool.ts';
import type { SpooledSource } from './spooled-stream.ts';

export interface SpoolWriterParts {
  readonly account: MemoryAccount;
  readonly file: SpillFile;
  stream(source: SpooledSource): Readable;
}

export interface RequestSpoolWriter extends SpoolWriter {
  readonly isWriting: boolean;
}

/**
 * Keeps one attachment: in memory while the account has room, and from the first chunk on that it refuses in the file.
 * The writers of a file write one after the other, so that each has one range of it. A write after `end` or
 * `discard` is ignored; `discard` after `end` takes the bytes back, and they cannot be opened any more.
 */
export function createSpoolWriter({ account, file, stream }: SpoolWriterParts): RequestSpoolWriter {
  const hash = createHash('sha256');
  let memory = createChunkList();
  let state: 'writing' | 'ended' | 'discarded' = 'writing';
  let fileStart: number | null = null;
  let size = 0;

  function write(chunk: Buffer): void {
    if (state !== 'writing' || chunk.length === 0) return;
    size += chunk.length;
    hash.update(chunk);
    if (fileStart === null && account.reserve(memory.cost(chunk))) {
      memory.append(chunk);
      return;
    }
    fileStart ??= file.length;
    file.append(chunk);
  }

  function open(): Readable {
    if (state === 'discarded') throw new Error('The spooled bytes have been given up');
    const start = fileStart ?? 0;
    return stream({ views: memory.views(), file, start, end: start + size - memory.length });
  }

  return {
    get isWriting() {
      return state === 'writing';
    },
    write,
    end() {
      if (state === 'writing') state = 'ended';
      return { size, sha256: hash.digest('hex'), open };
    },
    discard() {
      state = 'discarded';
      account.giveBack(memory.heldBytes);
      memory = createChunkList();
    },
  };
}

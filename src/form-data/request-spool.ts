import { createBlockList } from './block-list.ts';
import type { BlockPool } from './block-pool.ts';
import type { ReadBuffers } from './read-buffers.ts';
import { createSpillFile } from './spill-file.ts';
import type { RequestSpool, SpoolWriter } from './spool.ts';
import { createSpoolWriter, type RequestSpoolWriter, type SpoolContents } from './spool-writer.ts';

const settled = Promise.resolve();

/**
 * The spool of one request. Its attachments lie one behind the other in the same blocks, and what does not fit into
 * memory in the same temporary file. After `release` nothing begins or is read any more, and what is still written is
 * dropped.
 */
export function createRequestSpool(directory: string, pool: BlockPool, buffers: ReadBuffers): RequestSpool {
  // Most requests have no attachment.
  let contents: SpoolContents | null = null;
  let writer: RequestSpoolWriter | null = null;
  let released: Promise<void> | null = null;

  function begin(): SpoolWriter {
    if (isReleased()) throw new Error('The spool has been released');
    if (writer?.isWriting()) throw new Error('The attachment before has not been ended');
    contents ??= { memory: createBlockList(pool.take), file: createSpillFile(directory, pool), buffers };
    writer = createSpoolWriter(contents, isReleased);
    return writer;
  }

  function isReleased(): boolean {
    return released !== null;
  }

  function release({ memory, file }: SpoolContents): Promise<void> {
    pool.giveBack(memory.clear());
    return file.close();
  }

  return {
    begin,
    pressure: () => contents?.file.pressure() ?? null,
    flush: () => contents?.file.flush() ?? settled,
    release() {
      released ??= contents === null ? settled : release(contents);
      return released;
    },
  };
}

import type { BlockList } from './block-list.ts';
import type { ReadBuffers } from './read-buffers.ts';
import type { SpillFile } from './spill-file.ts';

/** Where an attachment's bytes lie: a range of the memory, then one of the file. Both end before their last offset. */
export interface SpooledSource {
  readonly memory: BlockList;
  readonly memoryStart: number;
  readonly memoryEnd: number;
  readonly file: SpillFile;
  readonly fileStart: number;
  readonly fileEnd: number;
  readonly buffers: ReadBuffers;
  isReleased(): boolean;
}

/**
 * The bytes from the first one on. Memory is handed out as it lies, and what is on disk in one buffer that is filled
 * again for each chunk, and by others when the reading is over.
 */
export async function* readSpooled(source: SpooledSource): AsyncGenerator<Buffer, void, void> {
  const { memory, memoryStart, memoryEnd } = source;
  refuseReleased(source);
  for (const view of memory.views(memoryStart, memoryEnd)) {
    // Blocks given back belong to another request.
    refuseReleased(source);
    yield view;
  }
  if (source.fileEnd > source.fileStart) yield* readSpillFile(source);
}

async function* readSpillFile(source: SpooledSource): AsyncGenerator<Buffer, void, void> {
  const { file, fileStart, fileEnd, buffers } = source;
  const buffer = buffers.take();
  try {
    for (let at = fileStart; at < fileEnd; ) {
      refuseReleased(source);
      const bytes = await file.read(buffer.subarray(0, fileEnd - at), at);
      if (bytes === 0) throw new Error('The temporary file is shorter than what was written to it');
      at += bytes;
      yield buffer.subarray(0, bytes);
    }
  } finally {
    buffers.giveBack(buffer);
  }
}

function refuseReleased({ isReleased }: SpooledSource): void {
  if (isReleased()) throw new Error('The spooled bytes have been given up');
}

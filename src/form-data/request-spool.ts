import type { Readable } from 'node:stream';
import type { MemoryAccount } from './memory-account.ts';
import { createSpillFile } from './spill-file.ts';
import type { RequestSpool, SpoolWriter } from './spool.ts';
import { createSpoolWriter, type RequestSpoolWriter } from './spool-writer.ts';
import { type SpooledSource, streamSpooled } from './spooled-stream.ts';

/**
 * The spool of one request: all its attachments that do not fit into memory share one temporary file. After `release`
 * nothing begins or opens any more, and what is still written is dropped.
 */
export function createRequestSpool(directory: string, account: MemoryAccount): RequestSpool {
  const file = createSpillFile(directory, account);
  const writers: RequestSpoolWriter[] = [];
  const streams = new Set<Readable>();
  let released: Promise<void> | null = null;

  function begin(): SpoolWriter {
    if (released !== null) throw new Error('The spool has been released');
    if (writers.at(-1)?.isWriting) throw new Error('The attachment before has been neither ended nor discarded');
    const writer = createSpoolWriter({ account, file, stream });
    writers.push(writer);
    return writer;
  }

  function stream(source: SpooledSource): Readable {
    const readable = streamSpooled(source);
    streams.add(readable);
    readable.once('close', () => streams.delete(readable));
    return readable;
  }

  function release(): Promise<void> {
    // No error is given to the streams: one that nobody listens to any more would end the process.
    for (const readable of streams) readable.destroy();
    for (const writer of writers) writer.discard();
    return file.close();
  }

  return {
    begin,
    pressure: file.pressure,
    flush: file.flush,
    release() {
      released ??= release();
      return released;
    },
  };
}

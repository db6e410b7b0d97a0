import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Attachment } from '../../src/platform/objects/attachment.ts';

/** An attachment for tests that records the streams opened over it. */
export interface TestAttachment extends Attachment {
  readonly bytes: Buffer;
  /** Every stream that was opened, in order. */
  readonly opened: readonly Readable[];
}

type Overrides = Partial<Pick<Attachment, 'fileName' | 'mediaType' | 'size' | 'sha256'>> & {
  /** Creates the stream to return instead of the plain stream over `bytes`. */
  readonly read?: (bytes: Buffer) => Readable;
};

const chunkBytes = 64 * 1024;

/** Creates an attachment of these bytes. Size and digest are those of the bytes, unless `overrides` sets false ones. */
export function attachmentOf(content: Buffer | string, overrides: Overrides = {}): TestAttachment {
  const bytes = Buffer.from(content);
  const opened: Readable[] = [];
  const { read = readInChunks, ...described } = overrides;
  return {
    fileName: 'a.png',
    sentType: overrides.mediaType ?? 'image/png',
    mediaType: 'image/png',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...described,
    bytes,
    opened,
    open() {
      const stream = read(bytes);
      opened.push(stream);
      return { [Symbol.asyncIterator]: () => chunksOfStream(stream) };
    },
  };
}

export function randomAttachment(size: number, overrides: Overrides = {}): TestAttachment {
  return attachmentOf(randomBytes(size), overrides);
}

/** Returns a function that creates a stream that emits the first half of the bytes and then fails. */
export function failHalfway(reason: Error): (bytes: Buffer) => Readable {
  return (bytes) => streamHalfThen(bytes, (stream) => stream.destroy(reason));
}

/**
 * Returns a function that creates a stream that emits half of the bytes, calls `reached` when they are consumed, and
 * stalls.
 */
export function stopHalfway(reached: () => void): (bytes: Buffer) => Readable {
  return (bytes) => streamHalfThen(bytes, reached);
}

/**
 * Returns an iterator that can be returned while the stream stalls. The stream's own iterator waits for the next chunk
 * first.
 */
function chunksOfStream(stream: Readable): AsyncIterator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  return {
    next: () => chunks.next(),
    async return() {
      stream.destroy();
      return { done: true, value: undefined };
    },
  };
}

function readInChunks(bytes: Buffer): Readable {
  return Readable.from(chunksOf(bytes), { objectMode: false });
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

function streamHalfThen(bytes: Buffer, end: (stream: Readable) => void): Readable {
  let isHalfSent = false;
  return new Readable({
    read() {
      if (isHalfSent) return end(this);
      isHalfSent = true;
      this.push(bytes.subarray(0, bytes.length / 2));
    },
  });
}

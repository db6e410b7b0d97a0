import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Attachment } from '../../src/submission/attachment.ts';

/** An attachment of a test, which knows the streams that were opened over it. */
export interface TestAttachment extends Attachment {
  readonly bytes: Buffer;
  /** Every stream handed out, in order. */
  readonly opened: readonly Readable[];
}

type Given = Partial<Pick<Attachment, 'fileName' | 'mediaType' | 'size' | 'sha256'>> & {
  /** Replaces the stream over `bytes`. */
  readonly read?: (bytes: Buffer) => Readable;
};

const chunkBytes = 64 * 1024;

/** An attachment of these bytes; size and digest are theirs unless `given` lies about them. */
export function attachmentOf(content: Buffer | string, given: Given = {}): TestAttachment {
  const bytes = Buffer.from(content);
  const opened: Readable[] = [];
  const { read = readInChunks, ...described } = given;
  return {
    fileName: 'a.png',
    sentType: given.mediaType ?? 'image/png',
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

export function randomAttachment(size: number, given: Given = {}): TestAttachment {
  return attachmentOf(randomBytes(size), given);
}

/** A stream that gives the first half of the bytes and then fails. */
export function failHalfway(reason: Error): (bytes: Buffer) => Readable {
  return (bytes) => halfThen(bytes, (stream) => stream.destroy(reason));
}

/** A stream that gives the first half of the bytes, calls `reached` when that is taken, and stays silent. */
export function stopHalfway(reached: () => void): (bytes: Buffer) => Readable {
  return (bytes) => halfThen(bytes, reached);
}

/** One that can be left while the stream is silent: the stream's own iterator waits for it to speak. */
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

function halfThen(bytes: Buffer, end: (stream: Readable) => void): Readable {
  let given = false;
  return new Readable({
    read() {
      if (given) return end(this);
      given = true;
      this.push(bytes.subarray(0, bytes.length / 2));
    },
  });
}

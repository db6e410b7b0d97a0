import type { Readable } from 'node:stream';
import type { PictureFacts } from './picture-facts.ts';
import type { PictureFormat, PixelLimits } from './picture-format.ts';

/** A message between the service and the decoding process: the lengths of both parts, a head in JSON and a body. */
export interface Message {
  readonly head: unknown;
  readonly body: Buffer;
}

/** The head of a request to decode a file. The body is the file. */
export interface RenderHead {
  readonly format: PictureFormat;
  readonly pixels: PixelLimits;
  /** Maximum pixels of the longer side, one for each picture to make. A smaller picture keeps its size. */
  readonly sides: readonly number[];
  /**
   * A preview shows the readable part of a file, and the first frame of an animation. A picture for the studio must be
   * complete.
   */
  readonly purpose: 'preview' | 'studio';
}

/** The head of a response. The process sends `ready` once, before any result. */
export type ResultHead =
  | { readonly kind: 'ready' }
  /** The body holds the pictures, one after the other. */
  | {
      readonly kind: 'rendered';
      readonly lengths: readonly number[];
      readonly facts: PictureFacts;
      readonly hash: string | null;
    }
  /** The file is unreadable or has too many pixels. */
  | { readonly kind: 'refused'; readonly reason: string; readonly facts: PictureFacts; readonly isAnimated: boolean }
  /** The process cannot decode pictures on this machine. */
  | { readonly kind: 'unable'; readonly reason: string };

const prefixBytes = 8;
const maxHeadBytes = 4096;

export function encodeMessage(head: object, body: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(text.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  return Buffer.concat([prefix, text, body]);
}

/** Yields the messages of a stream. Throws when a body exceeds `maxBodyBytes`, or a head is too long or not JSON. */
export async function* readMessages(stream: Readable, maxBodyBytes: number): AsyncGenerator<Message> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = prefixBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= needed) {
      const bytes = Buffer.concat(chunks);
      const headBytes = bytes.readUInt32BE(0);
      const bodyBytes = bytes.readUInt32BE(4);
      if (headBytes > maxHeadBytes || bodyBytes > maxBodyBytes) throw new Error('A message is too long');
      const end = prefixBytes + headBytes + bodyBytes;
      needed = end;
      chunks = [bytes];
      if (length < end) break;
      const body = bytes.subarray(prefixBytes + headBytes, end);
      yield { head: JSON.parse(bytes.toString('utf8', prefixBytes, prefixBytes + headBytes)), body };
      chunks = [bytes.subarray(end)];
      length -= end;
      needed = prefixBytes;
    }
  }
}

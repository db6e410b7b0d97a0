import type { Readable } from 'node:stream';
import type { PictureFormat } from './picture-format.ts';
import type { PreviewSize } from './previews.ts';

/** Between the service and the process that decodes: a length of each part, a head in JSON, and bytes. */
export interface Message {
  readonly head: unknown;
  readonly body: Buffer;
}

/** Head of what the service asks for; the body is the file. */
export interface RenderHead {
  readonly format: PictureFormat;
  /** Width times height times frames, at most. */
  readonly pixels: number;
  readonly sizes: readonly PreviewSize[];
}

/** Head of what comes back. `ready` comes once, first. */
export type ResultHead =
  | { readonly kind: 'ready' }
  /** The body holds the pictures, one after the other. */
  | { readonly kind: 'rendered'; readonly lengths: readonly number[] }
  /** Unreadable, or too large. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The process can decode nothing on this machine. */
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

/** The messages of a stream. Fails at one with a longer body, or with a head that is no JSON. */
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

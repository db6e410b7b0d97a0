import { z } from 'zod';
import type { Message } from './message.ts';
import { type PictureFacts, pictureProblems } from './picture-facts.ts';

/** The result of decoding one file. */
export type RenderResult =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'rendered';
      readonly pictures: readonly Buffer[];
      readonly facts: PictureFacts;
      /** As `pictureHash`. */
      readonly hash: string | null;
    }
  /** The file is unreadable or has too many pixels. */
  | { readonly kind: 'refused'; readonly reason: string; readonly facts: PictureFacts; readonly isAnimated: boolean }
  /** The process cannot decode pictures on this machine. */
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'too slow' }
  | { readonly kind: 'too much memory' }
  | { readonly kind: 'ended'; readonly signal: NodeJS.Signals | null };

/** Signals that a crashing decoder raises. Other signals come from outside. */
const faults: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGTRAP', 'SIGBUS', 'SIGILL', 'SIGFPE'];

/** Whether the file took too much memory or broke its decoder. */
export function isFaultOfFile(result: RenderResult): boolean {
  return result.kind === 'too much memory' || (result.kind === 'ended' && faults.includes(result.signal));
}

const side = z.int().min(1).nullable();

const facts = z.object({ width: side, height: side, problem: z.enum(pictureProblems).nullable() });

const hash = z
  .string()
  .regex(/^[0-9a-f]{464}$/)
  .nullable();

const head = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('rendered'), lengths: z.array(z.int().min(0)).max(2), facts, hash }),
  z.object({ kind: z.literal('refused'), reason: z.string(), facts, isAnimated: z.boolean() }),
  z.object({ kind: z.literal('unable'), reason: z.string() }),
]);

/** Validates a message of the process, which a file may control. @throws when the message is not a valid result */
export function resultOf(message: Message): RenderResult {
  const result = head.parse(message.head);
  if (result.kind !== 'rendered') return result;
  return {
    kind: 'rendered',
    pictures: picturesOf(result.lengths, message.body),
    facts: result.facts,
    hash: result.hash,
  };
}

function picturesOf(lengths: readonly number[], body: Buffer): readonly Buffer[] {
  let at = 0;
  const pictures = lengths.map((length) => {
    at += length;
    return body.subarray(at - length, at);
  });
  if (at !== body.length || !pictures.every(isWholeWebp)) throw new Error('The result is no picture');
  return pictures;
}

/** Whether the picture has the length that its header states (RFC 9649 section 2.4). */
export function isWholeWebp(picture: Buffer): boolean {
  return (
    picture.length > 12 &&
    picture.toString('latin1', 0, 4) === 'RIFF' &&
    picture.toString('latin1', 8, 12) === 'WEBP' &&
    picture.readUInt32LE(4) + 8 === picture.length
  );
}

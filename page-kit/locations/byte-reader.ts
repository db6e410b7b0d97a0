/** Reads numbers and texts of bytes that may be shorter than they say. Bytes beyond the end are read as 0, or empty. */
interface ByteReader {
  readonly size: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** Latin-1, so that each byte is one character. */
  text(start: number, end: number): string;
}

export function byteReader(bytes: Uint8Array, order: 'big' | 'little' = 'big'): ByteReader {
  const u8 = (at: number) => bytes[at] ?? 0;
  const u16 = (at: number) => (order === 'big' ? u8(at) * 256 + u8(at + 1) : u8(at + 1) * 256 + u8(at));
  return {
    size: bytes.length,
    u8,
    u16,
    u32: (at) => (order === 'big' ? u16(at) * 65_536 + u16(at + 2) : u16(at + 2) * 65_536 + u16(at)),
    text: (start, end) => latin1Of(bytes.subarray(start, end)),
  };
}

/** More arguments would not fit the stack of every browser. */
const mostCharacters = 8192;

/** By hand: browsers decode "latin1" as Windows-1252, which has other characters for 0x80 to 0x9f. */
function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += mostCharacters) {
    text += String.fromCharCode(...bytes.subarray(at, at + mostCharacters));
  }
  return text;
}

/** Thrown for a file that claims more than pictures have. Whether it has a location is then unknown. */
export class UnreadError extends Error {}

/** Segments, chunks or boxes of a file. */
export const mostPieces = 16_384;

/** @throws UnreadError */
export function expectAtMost(most: number, count: number): void {
  if (count > most) throw new UnreadError(`${count} is more than ${most}`);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A picture as two lists. Bytes that do not belong to the picture itself are cut. */
export interface Split {
  /** Joined, these are the same picture: pixels, transparency, colours, orientation, resolution and frames with their timing. */
  readonly kept: readonly Uint8Array[];
  /** Everything else, such as it was before it was split up or compressed. */
  readonly cut: readonly Uint8Array[];
}

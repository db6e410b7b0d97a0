import { byteReader, expectAtMost, joined, mostPieces, type Split } from './byte-reader.ts';
import { keptExif } from './exif.ts';

interface Chunk {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

const keptNames = /VP8[ L]|ALPH|ANIM|ANMF|ICCP/;
/** Bits of the first byte of `VP8X`. */
const exifFlag = 0x08;
const xmpFlag = 0x04;

export function isWebp(bytes: Uint8Array): boolean {
  const { text } = byteReader(bytes);
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
}

/** @throws UnreadError */
export function splitWebp(bytes: Uint8Array): Split {
  const chunks = chunksOf(bytes);
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const orientation = keptExif(exif?.content);
  const kept = chunks.flatMap((chunk) => {
    if (chunk.name === 'VP8X') return [withFlags(new Uint8Array(chunk.bytes), orientation !== null)];
    if (chunk === exif && orientation) return [chunkWith('EXIF', orientation)];
    return keptNames.test(chunk.name) ? [chunk.bytes] : [];
  });
  const length = kept.reduce((sum, piece) => sum + piece.length, 4);
  return {
    kept: [bytes.subarray(0, 4), littleEndian(length), bytes.subarray(8, 12), ...kept],
    cut: chunks.filter(({ name }) => !keptNames.test(name)).map((chunk) => chunk.content),
  };
}

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const { u32, text, size } = byteReader(bytes, 'little');
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= size; ) {
    const length = u32(at + 4);
    const contentEnd = Math.min(at + 8 + length, size);
    // Chunks begin at even offsets.
    const end = Math.min(contentEnd + (length % 2), size);
    expectAtMost(mostPieces, chunks.length + 1);
    chunks.push({
      name: text(at, at + 4),
      bytes: bytes.subarray(at, end),
      content: bytes.subarray(at + 8, contentEnd),
    });
    at = end;
  }
  return chunks;
}

function withFlags(chunk: Uint8Array, hasExif: boolean): Uint8Array {
  const flags = (chunk[8] ?? 0) & ~(exifFlag | xmpFlag);
  chunk[8] = hasExif ? flags | exifFlag : flags;
  return chunk;
}

function chunkWith(name: string, content: Uint8Array): Uint8Array {
  const letters = new Uint8Array([...name].map((character) => character.charCodeAt(0)));
  return joined([letters, littleEndian(content.length), content, new Uint8Array(content.length % 2)]);
}

const littleEndian = (value: number) => new Uint8Array([0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff));

import { byteReader, expectAtMost, joined, mostPieces } from './byte-reader.ts';
import { exifWithOrientation, readExif } from './exif.ts';
import { xmpTellsPlace } from './place-texts.ts';

interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly content: Uint8Array;
  readonly end: number;
}

/** Bits of the first byte of `VP8X`. */
const exifFlag = 0x08;
const xmpFlag = 0x04;

export function isWebp(bytes: Uint8Array): boolean {
  const { text } = byteReader(bytes);
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
}

export function webpTellsPlace(bytes: Uint8Array): boolean {
  return chunksOf(bytes).some(({ name, content }) => {
    if (name === 'EXIF') return readExif(tiffIn(content)).tellsPlace;
    return name === 'XMP ' && xmpTellsPlace(byteReader(content).text(0, content.length));
  });
}

export function webpWithoutPlace(bytes: Uint8Array): Uint8Array {
  const chunks = chunksOf(bytes);
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const turned = (exif && exifWithOrientation(readExif(tiffIn(exif.content)).orientation)) ?? null;
  const kept = chunks.flatMap((chunk) => {
    if (chunk.name === 'VP8X') return [withFlags(bytes.slice(chunk.start, chunk.end), turned !== null)];
    if (chunk === exif && turned) return [chunkWith('EXIF', turned)];
    return chunk.name === 'EXIF' || chunk.name === 'XMP ' ? [] : [bytes.subarray(chunk.start, chunk.end)];
  });
  const content = joined([bytes.subarray(8, 12), ...kept]);
  return joined([bytes.subarray(0, 4), littleEndian(content.length), content]);
}

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const { u32, text, size } = byteReader(bytes, 'little');
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= size; ) {
    const length = u32(at + 4);
    const contentEnd = Math.min(at + 8 + length, size);
    // Chunks begin at even places.
    const end = Math.min(contentEnd + (length % 2), size);
    expectAtMost(mostPieces, chunks.length + 1);
    chunks.push({ name: text(at, at + 4), start: at, content: bytes.subarray(at + 8, contentEnd), end });
    at = end;
  }
  return chunks;
}

/** Some programs begin with the header that EXIF has in JPEG. */
function tiffIn(content: Uint8Array): Uint8Array {
  return byteReader(content).text(0, 6) === 'Exif\0\0' ? content.subarray(6) : content;
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

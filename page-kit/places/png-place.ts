import { byteReader, expectAtMost, joined, mostPieces } from './byte-reader.ts';
import { exifWithOrientation, readExif } from './exif.ts';
import { iptcTellsPlace, xmpTellsPlace } from './place-texts.ts';

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly content: Uint8Array;
  readonly end: number;
}

const signature = '\x89PNG\r\n\x1a\n';
const textTypes = ['tEXt', 'zTXt', 'iTXt'];
const xmpKeyword = 'XML:com.adobe.xmp';
/** ImageMagick writes EXIF, XMP and IPTC as hexadecimal text. */
const rawProfile = 'Raw profile type ';
const mostDescriptions = 64;
/** As much as EXIF and XMP can be, so that a small file cannot fill the memory. */
const mostTextBytes = 4 * 1024 * 1024;
/** A thousand times as many may come out at once. */
const inflatedAtOnce = 1024;

export function isPng(bytes: Uint8Array): boolean {
  return byteReader(bytes).text(0, 8) === signature;
}

export async function pngTellsPlace(bytes: Uint8Array): Promise<boolean> {
  const descriptions = chunksOf(bytes).filter(isDescription);
  expectAtMost(mostDescriptions, descriptions.length);
  let left = mostTextBytes;
  for (const chunk of descriptions) {
    const text = chunk.type === 'eXIf' ? '' : await textOf(chunk, left);
    left -= text.length;
    if (chunkTellsPlace(chunk, text)) return true;
  }
  return false;
}

export function pngWithoutPlace(bytes: Uint8Array): Uint8Array {
  const chunks = chunksOf(bytes);
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const turned = exif && exifWithOrientation(readExif(exif.content).orientation);
  const kept = chunks.flatMap((chunk) => {
    if (chunk === exif && turned) return [chunkWith('eXIf', turned)];
    return isDescription(chunk) ? [] : [bytes.subarray(chunk.start, chunk.end)];
  });
  return joined([bytes.subarray(0, 8), ...kept]);
}

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const { u32, text, size } = byteReader(bytes);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 8 <= size; ) {
    const contentEnd = Math.min(at + 8 + u32(at), size);
    const end = Math.min(contentEnd + 4, size);
    expectAtMost(mostPieces, chunks.length + 1);
    chunks.push({ type: text(at + 4, at + 8), start: at, content: bytes.subarray(at + 8, contentEnd), end });
    at = end;
  }
  return chunks;
}

function keywordOf({ content }: Chunk): string {
  const end = content.indexOf(0);
  return byteReader(content).text(0, end === -1 ? 0 : Math.min(end, 80));
}

function isDescription(chunk: Chunk): boolean {
  if (chunk.type === 'eXIf') return true;
  if (!textTypes.includes(chunk.type)) return false;
  const keyword = keywordOf(chunk);
  return keyword === xmpKeyword || keyword.startsWith(rawProfile);
}

function chunkTellsPlace(chunk: Chunk, text: string): boolean {
  if (chunk.type === 'eXIf') return readExif(chunk.content).tellsPlace;
  if (keywordOf(chunk) === xmpKeyword) return xmpTellsPlace(text);
  const profile = bytesOfHex(text);
  const words = byteReader(profile).text(0, profile.length);
  const tiff = words.startsWith('Exif\0\0') ? profile.subarray(6) : profile;
  return readExif(tiff).tellsPlace || xmpTellsPlace(words) || iptcTellsPlace(words);
}

/** @throws UnreadError for a text with more bytes than `most` */
async function textOf(chunk: Chunk, most: number): Promise<string> {
  const { content, type } = chunk;
  const { text, u8 } = byteReader(content);
  expectAtMost(most, content.length);
  const afterKeyword = keywordOf(chunk).length + 1;
  if (type === 'tEXt') return text(afterKeyword, content.length);
  if (type === 'zTXt') return inflated(content.subarray(afterKeyword + 1), most);
  // After the keyword: whether it is compressed, by what, the language and the translated keyword.
  const afterLanguage = content.indexOf(0, afterKeyword + 2) + 1;
  const start = content.indexOf(0, afterLanguage) + 1;
  return u8(afterKeyword) === 1 ? inflated(content.subarray(start), most) : text(start, content.length);
}

async function inflated(bytes: Uint8Array, most: number): Promise<string> {
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + inflatedAtOnce)));
      at += inflatedAtOnce;
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= most) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // What came before the damage counts.
  }
  expectAtMost(most, size);
  const whole = joined(pieces);
  return byteReader(whole).text(0, whole.length);
}

/** The text begins with the profile's name and its length in lines of their own. */
function bytesOfHex(text: string): Uint8Array {
  const digits = text.replace(/^\s*\w+\s+\d+\s/, '').replace(/[^0-9a-f]/gi, '');
  return new Uint8Array(
    Array.from({ length: digits.length >> 1 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)),
  );
}

function chunkWith(type: string, content: Uint8Array): Uint8Array {
  const named = new Uint8Array([...[...type].map((character) => character.charCodeAt(0)), ...content]);
  return joined([bigEndian(content.length), named, bigEndian(crc32(named))]);
}

const bigEndian = (value: number) => new Uint8Array([24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff));

/** PNG specification, annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

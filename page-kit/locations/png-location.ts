import { byteReader, expectAtMost, joined, mostPieces, type Split } from './byte-reader.ts';
import { keptExif } from './exif.ts';

interface Chunk {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

const signature = '\x89PNG\r\n\x1a\n';
const keptTypes =
  /IHDR|PLTE|IDAT|IEND|tRNS|bKGD|pHYs|acTL|fcTL|fdAT|CgBI|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDC[Vv]|cLL[Ii]/;
const textTypes = /[tzi].Xt/;
/** ImageMagick writes EXIF, XMP and IPTC as hexadecimal text. */
const rawProfile = 'Raw profile type ';
/** Compressed ones: each needs a decompressor of its own. */
const mostDescriptions = 64;
/** As much as EXIF and XMP can be, so that a small file cannot fill the memory. */
const mostTextBytes = 4 * 1024 * 1024;
/** A thousand times as many may come out at once. */
const inflatedAtOnce = 1024;

export function isPng(bytes: Uint8Array): boolean {
  return byteReader(bytes).text(0, 8) === signature;
}

/** Rejects with `UnreadError`. */
export async function splitPng(bytes: Uint8Array): Promise<Split> {
  const { chunks, end } = chunksOf(bytes);
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const orientation = keptExif(exif?.content);
  const kept = chunks.flatMap((chunk) => {
    if (chunk === exif && orientation) return [chunkWith('eXIf', orientation)];
    return keptTypes.test(chunk.type) ? [chunk.bytes] : [];
  });
  const others = chunks.filter(({ type }) => !keptTypes.test(type));
  return {
    kept: [bytes.subarray(0, 8), ...kept],
    cut: [...others.map(({ content }) => content), ...(await unpackedTexts(others)), bytes.subarray(end)],
  };
}

/** Returns the chunks, until the end of the image. */
function chunksOf(bytes: Uint8Array): { readonly chunks: readonly Chunk[]; readonly end: number } {
  const { u32, text, size } = byteReader(bytes);
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 8 <= size && chunks.at(-1)?.type !== 'IEND') {
    const contentEnd = Math.min(at + 8 + u32(at), size);
    const end = Math.min(contentEnd + 4, size);
    expectAtMost(mostPieces, chunks.length + 1);
    chunks.push({
      type: text(at + 4, at + 8),
      bytes: bytes.subarray(at, end),
      content: bytes.subarray(at + 8, contentEnd),
    });
    at = end;
  }
  return { chunks, end: at };
}

/** Resolves with the texts that another program reads only after it has unpacked them. */
async function unpackedTexts(chunks: readonly Chunk[]): Promise<readonly Uint8Array[]> {
  const unpacked: Uint8Array[] = [];
  let left = mostTextBytes;
  let inflations = 0;
  for (const { type, content } of chunks) {
    if (!textTypes.test(type)) continue;
    expectAtMost(left, content.length);
    const keyword = keywordOf(content);
    const start = textAt(type, content, keyword.length + 1);
    const isPacked = type === 'zTXt' || (type === 'iTXt' && content[keyword.length + 1] === 1);
    if (isPacked) expectAtMost(mostDescriptions, ++inflations);
    const text = isPacked ? await inflated(content.subarray(start), left) : content.subarray(start);
    left -= text.length;
    if (isPacked) unpacked.push(text);
    if (keyword.startsWith(rawProfile)) unpacked.push(bytesOfHex(byteReader(text).text(0, text.length)));
  }
  return unpacked;
}

function keywordOf(content: Uint8Array): string {
  const end = content.indexOf(0);
  return byteReader(content).text(0, end === -1 ? 0 : Math.min(end, 80));
}

function textAt(type: string, content: Uint8Array, afterKeyword: number): number {
  if (type === 'tEXt') return afterKeyword;
  // How it is compressed.
  if (type === 'zTXt') return afterKeyword + 1;
  // After the keyword: a flag and a method of compression, the language and the translated keyword.
  const afterLanguage = content.indexOf(0, afterKeyword + 2) + 1;
  return content.indexOf(0, afterLanguage) + 1;
}

/** Rejects with `UnreadError` for a text with more bytes than `most`. */
async function inflated(bytes: Uint8Array, most: number): Promise<Uint8Array> {
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
    // The bytes before the damage count.
  }
  expectAtMost(most, size);
  return joined(pieces);
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

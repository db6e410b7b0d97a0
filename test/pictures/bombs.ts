import { crc32, deflateSync } from 'node:zlib';
import { picture } from './pictures.ts';

interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** The data to compress. They can be shorter or longer than the header promises. */
  readonly data?: Buffer;
  readonly isInterlaced?: boolean;
}

/** Returns a PNG of RGBA pixels with 8 bits per channel. */
export function png({ width, height, data = Buffer.alloc(0), isInterlaced = false }: PngOptions): Buffer {
  return pngOf({ width, height, data, isInterlaced, bits: 8, colourType: 6 });
}

interface PngFormat extends Required<PngOptions> {
  readonly bits: number;
  readonly colourType: number;
}

function pngOf({ width, height, data, isInterlaced, bits, colourType }: PngFormat): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(data, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/** Returns a white PNG of one bit a pixel. An interlaced one lacks most of its data. */
export function bilevelPng(width: number, height: number, { isInterlaced = false } = {}): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff).fill(0, 0, 1);
  const data = isInterlaced ? row : Buffer.alloc(row.length * height, row);
  return pngOf({ width, height, isInterlaced, bits: 1, colourType: 0, data });
}

/** Returns a PNG that must be decoded completely before its first row is known. */
export function interlacedPng(side: number): Buffer {
  const passes = [
    [8, 8],
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ] as const;
  const bytes = passes.reduce((sum, [x, y]) => sum + Math.ceil(side / y) * (1 + 4 * Math.ceil(side / x)), 0);
  return png({ width: side, height: side, data: Buffer.alloc(bytes), isInterlaced: true });
}

/** Returns the picture with another size in its header. */
export function jpegOfSize(width: number, height: number): Buffer {
  const bytes = picture('photo.jpg');
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

export function avifOrHeicOfSize(name: 'photo.avif' | 'photo.heic', width: number, height: number): Buffer {
  const bytes = picture(name);
  const box = bytes.indexOf('ispe', 0, 'latin1');
  bytes.writeUInt32BE(width, box + 8);
  bytes.writeUInt32BE(height, box + 12);
  return bytes;
}

/** Returns a WebP with a canvas of this size in an extended header (RFC 9649 section 2.7). */
export function webpOfSize(width: number, height: number): Buffer {
  const simple = picture('photo.webp').subarray(12);
  const extended = Buffer.alloc(18);
  extended.write('VP8X', 0, 'latin1');
  extended.writeUInt32LE(10, 4);
  extended.writeUIntLE(width - 1, 12, 3);
  extended.writeUIntLE(height - 1, 15, 3);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + extended.length + simple.length, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, extended, simple]);
}

/** Returns a GIF with frames of one pixel on a canvas of this size. */
export function gif(side: number, frames: number): Buffer {
  const head = Buffer.alloc(13);
  head.write('GIF89a', 0, 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  head[10] = 0x80;
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  return Buffer.concat([head, colours, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Returns a HEIC whose picture is derived from itself (`iden`, ISO/IEC 23008-12 section 6.6.2.1). */
export function heicLoop(): Buffer {
  const bytes = picture('photo.heic');
  bytes.write('iden', bytes.indexOf('hvc1', bytes.indexOf('infe')), 'latin1');
  const reference = Buffer.alloc(26);
  reference.writeUInt32BE(26, 0);
  reference.write('iref', 4, 'latin1');
  reference.writeUInt32BE(14, 12);
  reference.write('dimg', 16, 'latin1');
  // One reference, from item 1 to item 1.
  reference.writeUInt16BE(1, 20);
  reference.writeUInt16BE(1, 22);
  reference.writeUInt16BE(1, 24);
  const meta = bytes.indexOf('meta') - 4;
  const metaEnd = meta + bytes.readUInt32BE(meta);
  bytes.writeUInt32BE(metaEnd - meta + reference.length, meta);
  return Buffer.concat([bytes.subarray(0, metaEnd), reference, bytes.subarray(metaEnd)]);
}

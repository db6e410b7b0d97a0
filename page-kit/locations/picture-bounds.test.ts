import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UnreadError } from './byte-reader.ts';
import { hasLocation, locationTasks, withoutLocation } from './picture-location.ts';

const largeBytes = 1024 * 1024;
/** Each takes a tenth of it on a machine without other work. */
const mostCpuMs = 1000;

const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
type Part = string | readonly number[] | Uint8Array;
const bytesOf = (...parts: readonly Part[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));
/** Repeats a piece up to a large file. */
const filledWith = (piece: Uint8Array) => Buffer.alloc(largeBytes, piece);

/** @param next Where the next directory begins. */
const directory = (entries: number, entry: readonly number[], next = 0) =>
  bytesOf(u16(entries), Buffer.alloc(entries * 12, Buffer.from(entry)), u32(next));
const tiff = (...directories: readonly Uint8Array[]) => bytesOf('MM\0*', u32(8), ...directories);
const gpsPointer = (at: number) => [...u16(0x8825), ...u16(4), ...u32(1), ...u32(at)];
const latitude = [...u16(2), ...u16(5), ...u32(3), ...u32(0)];
const other = [...u16(0x0100), ...u16(3), ...u32(1), ...u32(0)];

const pngChunk = (type: string, content: Uint8Array) => bytesOf(u32(content.length), type, content, [0, 0, 0, 0]);
const pngOf = (...chunks: readonly Uint8Array[]) =>
  bytesOf('\x89PNG\r\n\x1a\n', ...chunks, pngChunk('IEND', bytesOf()));
const pngWith = (exif: Uint8Array) => pngOf(pngChunk('eXIf', exif));
const inflating = (bytes: number) =>
  pngChunk('iTXt', bytesOf('XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(Buffer.alloc(bytes, ' '))));

const jpegOf = (...parts: readonly Part[]) => bytesOf([0xff, 0xd8], ...parts);
const scan = bytesOf([0xff, 0xda, 0, 5, 1, 0, 0, 7]);
const jpegBefore = (trailer: Uint8Array) => jpegOf(scan, [0xff, 0xd9], trailer);

const box = (type: string, ...content: readonly Part[]) => {
  const inside = bytesOf(...content);
  return bytesOf(u32(inside.length + 8), type, inside);
};
const exifItem = (id: number) => box('infe', [2, 0, 0, 0, ...u16(id), 0, 0], 'Exif\0\0');
/** @param sizes Of offset and length in bits, as `iloc` has them. @param items Those of `iloc`. */
const heicOf = (names: Uint8Array, sizes: number, ...items: readonly Uint8Array[]) =>
  bytesOf(
    box('ftyp', 'heic\0\0\0\0'),
    box(
      'meta',
      [0, 0, 0, 0],
      box('iinf', [0, 0, 0, 0, 0, 0], names),
      box('iloc', [0, 0, 0, 0, sizes, 0, ...u16(items.length)], ...items),
    ),
  );
const itemOf = (id: number, extents: number, extent: readonly number[]) =>
  bytesOf(u16(id), u16(0), u16(extents), Buffer.alloc(extents * extent.length, Buffer.from(extent)));
const wholeFile = [...u32(0), ...u32(0)];

const gifOf = (blocks: Uint8Array) => bytesOf('GIF89a', [1, 0, 1, 0, 0, 0, 0], blocks);
const webpOf = (chunks: Uint8Array) => bytesOf('RIFF\0\0\0\0WEBP', chunks);

const unread: readonly (readonly [string, () => Uint8Array<ArrayBuffer>])[] = [
  ['EXIF whose pointers lead to as many entries', () => pngWith(tiff(directory(8190, gpsPointer(8), 8)))],
  ['EXIF with two pointers', () => pngWith(tiff(directory(2, gpsPointer(38)), directory(1, latitude)))],
  ['EXIF with 513 entries', () => pngWith(tiff(directory(513, other)))],
  ['a chain of directories', () => pngWith(tiff(...[26, 44, 62, 80, 0].map((next) => directory(1, other, next))))],
  ['a JPEG of markers', () => jpegOf(filledWith(bytesOf([0xff, 0xfe, 0, 2])))],
  ['a PNG of chunks', () => pngOf(filledWith(pngChunk('tEXt', bytesOf())))],
  ['a PNG of texts', () => pngOf(...Array<Uint8Array>(65).fill(inflating(1)))],
  ['texts that fill the memory together', () => pngOf(...Array<Uint8Array>(64).fill(inflating(4_000_000)))],
  ['a text that fills the memory', () => pngOf(inflating(40_000_000))],
  [
    'a profile as long as the file',
    () => pngOf(pngChunk('tEXt', bytesOf('Raw profile type exif\0', Buffer.alloc(5 * largeBytes, '\n')))),
  ],
  ['a WebP of chunks', () => webpOf(filledWith(bytesOf('EXIF\0\0\0\0')))],
  ['a GIF of blocks', () => gifOf(filledWith(bytesOf([0x21, 0xfe, 0])))],
  ['a HEIC of boxes', () => bytesOf(box('ftyp', 'heic\0\0\0\0'), filledWith(box('free')))],
  ['a HEIC whose item is the whole file many times', () => heicOf(exifItem(1), 0x44, itemOf(1, 8000, wholeFile))],
  [
    'a HEIC whose item has ranges without a length',
    () => heicOf(exifItem(1), 0, ...Array<Uint8Array>(4000).fill(itemOf(1, 65_535, []))),
  ],
  [
    'a HEIC that names an item many times',
    () => heicOf(bytesOf(...Array<Uint8Array>(4000).fill(exifItem(1))), 0x44, itemOf(1, 1, wholeFile)),
  ],
];

const read: readonly (readonly [string, () => Uint8Array<ArrayBuffer>])[] = [
  ['a chain of directories that leads back to itself', () => pngWith(tiff(directory(512, other, 8)))],
  ['a pointer to its own directory', () => pngWith(tiff(directory(1, gpsPointer(8))))],
  ['a JPEG of bytes that may begin a marker', () => jpegOf(filledWith(bytesOf([0xff])))],
  ['a JPEG of marks of a decoder', () => jpegOf(scan, filledWith(bytesOf([0xff, 0xd0])))],
  ['a JPEG of markers without a length', () => jpegOf(filledWith(bytesOf([0xff, 0xc0, 0, 0])))],
  ['pictures behind pictures', () => jpegBefore(filledWith(bytesOf([0xff, 0xd8, 0xff, 0xe1, 0, 2])))],
  [
    'pictures without an end',
    () => jpegBefore(bytesOf(Buffer.alloc(600, bytesOf([0xff, 0xd8, 0xff, 0xdb, 0, 2])), Buffer.alloc(largeBytes))),
  ],
  ['a film of nothing behind a JPEG', () => jpegBefore(Buffer.alloc(largeBytes))],
  [
    'a profile of digits and blanks',
    () => pngOf(pngChunk('tEXt', bytesOf('Raw profile type exif\0', Buffer.alloc(largeBytes, 'a ')))),
  ],
  [
    'XMP of beginnings of names',
    () => webpOf(bytesOf('XMP ', u32(largeBytes).reverse(), filledWith(bytesOf('photoshop:GPSIptc4xmpCore:Locatio')))),
  ],
  [
    'XMP with a zero beside each letter',
    () => webpOf(bytesOf('XMP ', u32(largeBytes).reverse(), filledWith(bytesOf('\0')))),
  ],
  ['a HEIC film of nothing', () => bytesOf(heicOf(bytesOf(), 0x44), box('mpvd', Buffer.alloc(largeBytes)))],
  ['a GIF of a comment', () => gifOf(bytesOf([0x21, 0xfe], filledWith(bytesOf([1, 7]))))],
  [
    'content credentials in many segments',
    () => jpegOf(Buffer.alloc(16_000 * 20, bytesOf([0xff, 0xeb, 0, 18], 'JP\0\x01', u32(1), Buffer.alloc(8))), scan),
  ],
  ['beginnings of coordinates', () => jpegBefore(filledWith(bytesOf('lat      =-+12.3456789+123.')))],
  [
    'EXIF at 64 offsets',
    () => jpegOf(scan, Buffer.alloc(largeBytes), ...Array<Uint8Array>(32).fill(tiff(directory(512, other)))),
  ],
];

async function cpuMsOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a picture made to keep its reader at work', () => {
  it.each(unread)('is unread at once: %s', async (_, make) => {
    const bytes = make();
    const used = await cpuMsOf(async () => {
      await expect(hasLocation(bytes)).rejects.toBeInstanceOf(UnreadError);
      await expect(locationTasks.find(new Blob([bytes]))).resolves.toBeNull();
      await expect(locationTasks.remove(new Blob([bytes]))).resolves.toBeNull();
    });
    expect(used).toBeLessThan(mostCpuMs);
  });

  it.each(read)('is read at once: %s', async (_, make) => {
    const bytes = make();
    const used = await cpuMsOf(async () => {
      expect(await hasLocation(bytes)).toBe(false);
      await withoutLocation(bytes);
    });
    expect(used).toBeLessThan(mostCpuMs);
  });
});

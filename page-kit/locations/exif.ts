import { byteReader, expectAtMost } from './byte-reader.ts';

/** The facts of a TIFF structure with EXIF (CIPA DC-008). */
interface ExifFacts {
  readonly hasLocation: boolean;
  /** 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** Numerator and denominator across, then down. Empty where it is not written. */
  readonly resolution: readonly number[];
  /** 2 for inches, 3 for centimetres. */
  readonly resolutionUnit: number;
}

const orientationTag = 0x0112;
const resolutionTags = [0x011a, 0x011b];
const resolutionUnitTag = 0x0128;
const gpsTag = 0x8825;
/** Latitude and longitude of the camera and of its target, and the name of the area. */
const locationTags = [2, 4, 20, 22, 28];
/** Those of a chain, without those of GPS. */
const mostDirectories = 4;
/** A camera writes fewer than a hundred into a directory. */
const mostEntries = 512;
const nothing: ExifFacts = { hasLocation: false, orientation: 1, resolution: [], resolutionUnit: 2 };
/** JPEG has it. Some programs write it into PNG and WebP too. */
const header = 'Exif\0\0';

/**
 * @param content A TIFF structure, or bytes that claim to be one. Lengths and offsets beyond its end are ignored.
 * @throws UnreadError
 */
export function readExif(content: Uint8Array): ExifFacts {
  const bytes = byteReader(content).text(0, header.length) === header ? content.subarray(header.length) : content;
  const mark = String.fromCharCode(...bytes.subarray(0, 2));
  if (mark !== 'II' && mark !== 'MM') return nothing;
  const { u16, u32, size } = byteReader(bytes, mark === 'II' ? 'little' : 'big');

  const known = new Set<number>();
  /** Tags with the offset of their value, in the directory at this offset. Empty if it was read before. */
  function entriesAt(offset: number): readonly { readonly tag: number; readonly at: number }[] {
    if (known.has(offset)) return [];
    known.add(offset);
    const count = Math.min(u16(offset), Math.max(0, Math.floor((size - offset - 2) / 12)));
    expectAtMost(mostEntries, count);
    return Array.from({ length: count }, (_, index) => offset + 2 + 12 * index).map((at) => ({
      tag: u16(at),
      at: at + 8,
    }));
  }

  let { hasLocation, orientation, resolution, resolutionUnit } = nothing;
  let directory = u32(4);
  for (let count = 0; directory >= 8 && directory < size && !known.has(directory); count += 1) {
    expectAtMost(mostDirectories, count + 1);
    const entries = entriesAt(directory);
    if (count === 0) {
      for (const { tag, at } of entries) {
        if (tag === orientationTag) orientation = u16(at);
        if (tag === resolutionUnitTag) resolutionUnit = u16(at);
        if (resolutionTags.includes(tag)) resolution = [...resolution, u32(u32(at)), u32(u32(at) + 4)];
      }
    }
    const pointers = entries.filter(({ tag }) => tag === gpsTag);
    expectAtMost(1, pointers.length);
    for (const { at } of pointers) hasLocation ||= entriesAt(u32(at)).some(({ tag }) => locationTags.includes(tag));
    directory = u32(directory + 2 + 12 * u16(directory));
  }
  if (resolution.length !== 4) resolution = [];
  return {
    hasLocation,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    resolution,
    resolutionUnit,
  };
}

const bigEndian = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
/** @param type 3 for a number of 16 bits, which stands before the value's other bytes, and 5 for a ratio. */
const entry = ([tag, type, value]: readonly [number, number, number]) => [
  ...bigEndian(tag * 65_536 + type),
  ...bigEndian(1),
  ...bigEndian(type === 3 ? value * 65_536 : value),
];

/**
 * Returns a TIFF structure that says how the picture is turned and how large a pixel is, and nothing else. Null where EXIF
 * does not say so.
 * @throws UnreadError
 */
export function keptExif(content: Uint8Array | undefined): Uint8Array | null {
  if (content === undefined) return null;
  const { orientation, resolution, resolutionUnit } = readExif(content);
  const turned = orientation === 1 ? [] : [[orientationTag, 3, orientation] as const];
  const count = turned.length + (resolution.length === 0 ? 0 : 3);
  if (count === 0) return null;
  const valuesAt = 8 + 2 + 12 * count + 4;
  const sized = resolutionTags.map((tag, index) => [tag, 5, valuesAt + 8 * index] as const);
  const entries = [...turned, ...sized, [resolutionUnitTag, 3, resolutionUnit] as const].slice(0, count);
  return new Uint8Array([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, count],
    ...entries.flatMap(entry),
    ...[0, 0, 0, 0, ...resolution.flatMap(bigEndian)],
  ]);
}

import { byteReader, expectAtMost } from './byte-reader.ts';

/** What a TIFF structure with EXIF says (CIPA DC-008). */
export interface ExifFacts {
  readonly tellsPlace: boolean;
  /** 1 to 8; 1 is upright. */
  readonly orientation: number;
}

const orientationTag = 0x0112;
const gpsTag = 0x8825;
/** Latitude and longitude of the camera and of what it shows, and the name of the area. */
const placeTags = [2, 4, 20, 22, 28];
/** Those of a chain, without those of GPS. */
const mostDirectories = 4;
/** A camera writes fewer than a hundred into a directory. */
const mostEntries = 512;
const nothing: ExifFacts = { tellsPlace: false, orientation: 1 };

/**
 * @param bytes A TIFF structure, or what claims to be one. Lengths and offsets beyond its end are ignored.
 * @throws UnreadError
 */
export function readExif(bytes: Uint8Array): ExifFacts {
  const mark = String.fromCharCode(...bytes.subarray(0, 2));
  if (mark !== 'II' && mark !== 'MM') return nothing;
  const { u16, u32, size } = byteReader(bytes, mark === 'II' ? 'little' : 'big');

  const known = new Set<number>();
  /** Tags with the place of their value, in the directory at this offset. None where it was read before. */
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

  let { tellsPlace, orientation } = nothing;
  let directory = u32(4);
  for (let count = 0; directory >= 8 && directory < size && !known.has(directory); count += 1) {
    expectAtMost(mostDirectories, count + 1);
    const entries = entriesAt(directory);
    for (const { tag, at } of entries) if (tag === orientationTag && count === 0) orientation = u16(at);
    const pointers = entries.filter(({ tag }) => tag === gpsTag);
    expectAtMost(1, pointers.length);
    for (const { at } of pointers) tellsPlace ||= entriesAt(u32(at)).some(({ tag }) => placeTags.includes(tag));
    directory = u32(directory + 2 + 12 * u16(directory));
  }
  return { tellsPlace, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 };
}

/** Returns a TIFF structure that says how the picture is turned, and nothing else. Null for an upright picture. */
export function exifWithOrientation(orientation: number): Uint8Array | null {
  if (orientation === 1) return null;
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return new Uint8Array([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}

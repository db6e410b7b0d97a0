import { byteReader, joined } from './byte-reader.ts';
import { readExif } from './exif.ts';
import { type DescribingItem, describingItems } from './heif-items.ts';
import { xmpTellsPlace } from './place-texts.ts';

export function heifTellsPlace(bytes: Uint8Array): boolean {
  return describingItems(bytes).some((item) => {
    const content = joined(item.extents.map(({ start, end }) => bytes.subarray(start, end)));
    const { u32, text } = byteReader(content);
    if (item.kind === 'xmp') return xmpTellsPlace(text(0, content.length));
    // The content begins with the distance of the TIFF structure.
    return readExif(content.subarray(4 + u32(0))).tellsPlace;
  });
}

/**
 * Overwrites what is written about the picture: whatever follows in the file stays in its place. A picture of this kind is
 * turned by its own properties, not by EXIF.
 */
export function heifWithoutPlace(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (const item of describingItems(bytes)) blank(copy, item);
  return copy;
}

/** A distance of 0, and a TIFF structure whose only directory is empty. */
const emptyExif = [0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8];

function blank(bytes: Uint8Array, { kind, extents }: DescribingItem): void {
  extents.forEach(({ start, end }, index) => {
    bytes.fill(kind === 'xmp' ? 0x20 : 0, start, end);
    if (kind === 'exif' && index === 0 && end - start >= emptyExif.length + 6) bytes.set(emptyExif, start);
  });
}

import { byteReader, joined } from './byte-reader.ts';
import { readExif } from './exif.ts';
import { type DescribingItem, describingItems, type Extent, filmsIn } from './heif-items.ts';
import { filmPlaceMark, xmpTellsPlace } from './place-texts.ts';

export function heifTellsPlace(bytes: Uint8Array): boolean {
  return filmsTellingPlace(bytes).length > 0 || describingItems(bytes).some((item) => itemTellsPlace(bytes, item));
}

function filmsTellingPlace(bytes: Uint8Array): readonly Extent[] {
  const { text } = byteReader(bytes);
  return filmsIn(bytes).filter(({ start, end }) => text(start, end).includes(filmPlaceMark));
}

function itemTellsPlace(bytes: Uint8Array, item: DescribingItem): boolean {
  const content = joined(item.extents.map(({ start, end }) => bytes.subarray(start, end)));
  const { u32, text } = byteReader(content);
  if (item.kind === 'xmp') return xmpTellsPlace(text(0, content.length));
  // The content begins with the distance of the TIFF structure.
  return readExif(content.subarray(4 + u32(0))).tellsPlace;
}

/**
 * Overwrites what is written about the picture: whatever follows in the file stays in its place. A picture of this kind is
 * turned by its own properties, not by EXIF.
 */
export function heifWithoutPlace(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (const item of describingItems(bytes)) blank(copy, item);
  for (const { start, end } of filmsTellingPlace(bytes)) copy.fill(0, start, end);
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

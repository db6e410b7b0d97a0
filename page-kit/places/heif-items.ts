import { byteReader, expectAtMost } from './byte-reader.ts';

/** A range of the file. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** EXIF or XMP in a HEIC or AVIF file (ISO/IEC 23008-12). */
export interface DescribingItem {
  readonly kind: 'exif' | 'xmp';
  readonly extents: readonly Extent[];
}

interface Box extends Extent {
  readonly type: string;
  /** Where its content begins. */
  readonly content: number;
}

const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];
/** Boxes in one box, and items with their ranges of the file. */
const mostItems = 8192;
/** Items share no bytes, but the lengths of a damaged file may lead to its end. */
const mostReadings = 4;

export function isHeif(bytes: Uint8Array): boolean {
  const { text } = byteReader(bytes);
  return text(4, 8) === 'ftyp' && brands.includes(text(8, 12));
}

/** @throws UnreadError */
export function describingItems(bytes: Uint8Array): readonly DescribingItem[] {
  const meta = boxesIn(bytes, { start: 0, end: bytes.length }).find(({ type }) => type === 'meta');
  if (!meta) return [];
  const inside = boxesIn(bytes, { start: meta.content + 4, end: meta.end });
  const named = (name: string) => inside.find(({ type }) => type === name);
  const [names, places] = [named('iinf'), named('iloc')];
  if (!names || !places) return [];
  const extents = extentsIn(bytes, places, named('idat')?.content ?? null);
  const items = kindsIn(bytes, names).map(({ id, kind }) => ({ kind, extents: extents.get(id) ?? [] }));
  const lengths = items.flatMap((item) => item.extents.map(({ start, end }) => end - start));
  expectAtMost(
    mostReadings * bytes.length,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  return items;
}

/** The films of moving photos, which some phones put behind the picture. @throws UnreadError */
export function filmsIn(bytes: Uint8Array): readonly Extent[] {
  const boxes = boxesIn(bytes, { start: 0, end: bytes.length }).filter(({ type }) => type === 'mpvd');
  return boxes.map(({ content, end }) => ({ start: content, end }));
}

function boxesIn(bytes: Uint8Array, { start, end }: Extent): readonly Box[] {
  const { u32, text } = byteReader(bytes);
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    expectAtMost(mostItems, boxes.length + 1);
    const isLarge = u32(at) === 1;
    const length = isLarge ? u32(at + 8) * 2 ** 32 + u32(at + 12) : u32(at);
    const content = at + (isLarge ? 16 : 8);
    // A length of 0 is all that follows.
    const boxEnd = length === 0 ? end : Math.min(at + length, end);
    if (boxEnd < content) break;
    boxes.push({ type: text(at + 4, at + 8), start: at, content, end: boxEnd });
    at = boxEnd;
  }
  return boxes;
}

function kindsIn(
  bytes: Uint8Array,
  box: Box,
): readonly { readonly id: number; readonly kind: DescribingItem['kind'] }[] {
  const { u8, u16, u32, text } = byteReader(bytes);
  const first = box.content + (u8(box.content) === 0 ? 6 : 8);
  return boxesIn(bytes, { start: first, end: box.end }).flatMap(({ content, end }) => {
    const version = u8(content);
    if (version < 2) return [];
    const id = version === 2 ? u16(content + 4) : u32(content + 4);
    const typeAt = content + (version === 2 ? 8 : 10);
    const type = text(typeAt, typeAt + 4);
    const kind = kindOf(type, text(typeAt + 4, end));
    return kind === null ? [] : [{ id, kind }];
  });
}

function kindOf(type: string, names: string): DescribingItem['kind'] | null {
  if (type === 'Exif') return 'exif';
  return type === 'mime' && names.includes('application/rdf+xml') ? 'xmp' : null;
}

/** @param idat Where the content of `idat` begins, or null without it. */
function extentsIn(
  bytes: Uint8Array,
  { content, end }: Box,
  idat: number | null,
): ReadonlyMap<number, readonly Extent[]> {
  const { u8, u16, u32, size } = byteReader(bytes);
  const version = u8(content);
  const [offsetSize, lengthSize] = [u8(content + 4) >> 4, u8(content + 4) & 15];
  const [baseSize, indexSize] = [u8(content + 5) >> 4, version === 0 ? 0 : u8(content + 5) & 15];
  let at = content + 6;
  const take = (width: number) => {
    const value = width === 8 ? u32(at) * 2 ** 32 + u32(at + 4) : width === 4 ? u32(at) : width === 2 ? u16(at) : 0;
    at += width;
    return value;
  };
  const places = new Map<number, readonly Extent[]>();
  const wide = version < 2 ? 2 : 4;
  let count = 0;
  for (let left = take(wide); left > 0 && at < end; left -= 1) {
    count += 1;
    expectAtMost(mostItems, count);
    const id = take(wide);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseSize) + (method === 1 ? (idat ?? size) : 0);
    const extents: Extent[] = [];
    for (let more = take(2); more > 0 && at < end; more -= 1) {
      count += 1;
      expectAtMost(mostItems, count);
      take(indexSize);
      const start = Math.min(base + take(offsetSize), size);
      const length = take(lengthSize);
      if (method < 2) extents.push({ start, end: length === 0 ? size : Math.min(start + length, size) });
    }
    places.set(id, extents);
  }
  return places;
}

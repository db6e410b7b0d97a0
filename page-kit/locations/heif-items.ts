import { byteReader, expectAtMost, UnreadError } from './byte-reader.ts';

/** A range of the file. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A picture, a part of one or its metadata, in a HEIC or AVIF file (ISO/IEC 23008-12). */
export interface Item {
  readonly type: string;
  readonly extents: readonly Extent[];
}

export interface Box extends Extent {
  readonly type: string;
  /** Where its content begins. */
  readonly content: number;
}

/** Boxes in one box, and items with their ranges of the file. */
const mostItems = 8192;
/** Items share no bytes, but the lengths of a damaged file may lead to its end. */
const mostReadings = 4;

/**
 * Returns the items that the boxes of a `meta` box describe, with their ranges of the file.
 * @throws UnreadError
 */
export function itemsIn(bytes: Uint8Array, inMeta: readonly Box[]): readonly Item[] {
  const named = (name: string) => inMeta.find(({ type }) => type === name);
  const [names, locations] = [named('iinf'), named('iloc')];
  if (!names || !locations) throw new UnreadError('No items');
  const extents = extentsIn(bytes, locations, named('idat')?.content ?? null);
  const items = typesIn(bytes, names).map(({ id, type }) => ({ type, extents: extents.get(id) ?? [] }));
  const lengths = items.flatMap((item) => item.extents.map(({ start, end }) => end - start));
  expectAtMost(
    mostReadings * bytes.length,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  return items;
}

/** @throws UnreadError */
export function boxesIn(bytes: Uint8Array, { start, end }: Extent): readonly Box[] {
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

function typesIn(bytes: Uint8Array, box: Box): readonly { readonly id: number; readonly type: string }[] {
  const { u8, u16, u32, text } = byteReader(bytes);
  const first = box.content + (u8(box.content) === 0 ? 6 : 8);
  return boxesIn(bytes, { start: first, end: box.end }).flatMap(({ content }) => {
    const version = u8(content);
    if (version < 2) return [];
    const id = version === 2 ? u16(content + 4) : u32(content + 4);
    const typeAt = content + (version === 2 ? 8 : 10);
    return [{ id, type: text(typeAt, typeAt + 4) }];
  });
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
  const extentsById = new Map<number, readonly Extent[]>();
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
    extentsById.set(id, extents);
  }
  return extentsById;
}

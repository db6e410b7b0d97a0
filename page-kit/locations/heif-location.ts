import { byteReader, joined, type Split, UnreadError } from './byte-reader.ts';
import { type Box, boxesIn, type Extent, type Item, itemsIn } from './heif-items.ts';

/** Pictures, their tiles, and their derivations. */
const pixelItems = /hvc1|av01|avc1|jpeg|grid|iden|iovl|tmap/;
const writtenItems = /Exif|mime|uri /;
/** The kind of picture and the relations of its items. `iprp` and `idat` are read too. */
const keptBoxes = /ftyp|hdlr|pitm|iinf|iloc|iref|dinf|grpl|ipma/;
const keptProperties =
  /hvcC|av1C|avcC|jpgC|ispe|pixi|pasp|colr|auxC|clap|irot|imir|rloc|lsel|a1op|a1lx|clli|mdcv|cclv|amve/;

/** Films have the same structure. */
export function isHeif(bytes: Uint8Array): boolean {
  return byteReader(bytes).text(4, 8) === 'ftyp';
}

/**
 * Kept bytes stay at their offset, and all others are overwritten. A picture of this kind is turned by its own
 * properties, not by EXIF.
 * @throws UnreadError also for a film, and for a picture that is one.
 */
export function splitHeif(bytes: Uint8Array): Split {
  const file = boxesIn(bytes, { start: 0, end: bytes.length });
  const meta = file.find(({ type }) => type === 'meta');
  if (!meta || file.some(({ type }) => type === 'moov')) throw new UnreadError('A film');
  const inMeta = boxesIn(bytes, { start: meta.content + 4, end: meta.end });
  const items = itemsIn(bytes, inMeta);
  const within = (boxes: readonly Box[], name: string) =>
    boxes.filter(({ type }) => type === name).flatMap(({ content, end }) => boxesIn(bytes, { start: content, end }));
  const described = within(inMeta, 'iprp');
  const properties = within(described, 'ipco');
  const written = items.filter(({ type }) => writtenItems.test(type));
  const pixels = items.filter(({ type }) => pixelItems.test(type));
  if (written.length + pixels.length < items.length) throw new UnreadError('An item of another kind');
  const boxes = [...file, ...inMeta, ...described];
  const kept: readonly Extent[] = [
    ...[...boxes, ...properties].map(({ start, content }) => ({ start, end: content })),
    { start: meta.content, end: meta.content + 4 },
    ...boxes.filter(({ type }) => keptBoxes.test(type)),
    ...properties.filter(({ type }) => keptProperties.test(type)),
    ...pixels.flatMap(({ extents }) => extents),
  ];
  const copy = new Uint8Array(bytes.length);
  for (const item of written) blank(copy, item);
  const cut = new Uint8Array(bytes);
  for (const { start, end } of kept) {
    copy.set(bytes.subarray(start, end), start);
    cut.fill(0, start, end);
  }
  // A text may lie in several ranges.
  const texts = written.map(({ extents }) => joined(extents.map(({ start, end }) => bytes.subarray(start, end))));
  return { kept: [copy], cut: [cut, ...texts] };
}

/** A distance of 0, and a TIFF structure whose only directory is empty. */
const emptyExif = [0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8];

/** Overwrites the metadata of a picture so that programs can still read the picture. */
function blank(bytes: Uint8Array, { type, extents }: Item): void {
  extents.forEach(({ start, end }, index) => {
    if (type === 'mime') bytes.fill(0x20, start, end);
    if (type === 'Exif' && index === 0 && end - start >= emptyExif.length + 6) bytes.set(emptyExif, start);
  });
}

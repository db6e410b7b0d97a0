import { byteReader, expectAtMost, joined, mostPieces, type Split } from './byte-reader.ts';
import { keptExif } from './exif.ts';

/** A piece of a JPEG: a marker with its segment, or coded pixels. */
interface Piece {
  /** Null for coded pixels, and for bytes outside of segments. */
  readonly marker: number | null;
  readonly bytes: Uint8Array;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
/** JPEG-LS. */
const furtherFrames = [0xf7, 0xf8];
const exifHeader = 'Exif\0\0';
/** Version, unit and density of the pixels follow, then a small picture. */
const jfifBytes = 12;
/** A transformation of the colours. */
const adobeBytes = 12;

/**
 * Texts that are longer than a segment go on in the next one with the same header.
 * `size` counts the bytes of the header, `orderAt` is where a number says which part it is.
 */
const splitHeaders: readonly { readonly mark: string; readonly size: number; readonly orderAt?: number }[] = [
  { mark: exifHeader, size: 6 },
  { mark: 'http://ns.adobe.com/xmp/extension/\0', size: 75, orderAt: 71 },
  // Content credentials. Each further part repeats the length and the kind of their box.
  { mark: 'JP', size: 16, orderAt: 4 },
];
const longestHeader = 40;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** @throws UnreadError */
export function splitJpeg(bytes: Uint8Array): Split {
  const { pieces, end } = piecesOf(bytes);
  const exif = pieces.filter((piece) => piece.marker === app1 && textOf(piece).startsWith(exifHeader));
  const orientation = keptExif(exif.length === 0 ? undefined : contentOf(exif));
  const groups = new Map<string, Piece[]>();
  let hasPixels = false;
  const kept = pieces.flatMap((piece) => {
    hasPixels ||= piece.marker === startOfScan;
    const rest = keptOf(piece, hasPixels);
    if (rest === piece.bytes) return [rest];
    const name = `${piece.marker} ${headerOf(piece).mark}`;
    const group = groups.get(name) ?? [];
    group.push(piece);
    groups.set(name, group);
    if (piece === exif[0] && orientation) return [segmentOf(orientation)];
    return rest === null ? [] : [rest];
  });
  return {
    kept: [bytes.subarray(0, 2), ...kept],
    // A second picture, such as the one for HDR, and a film follow the first one.
    cut: [...[...groups.values()].map(contentOf), bytes.subarray(end)],
  };
}

/** Returns the kept bytes of a piece, or null. */
function keptOf(piece: Piece, hasPixels: boolean): Uint8Array | null {
  const { marker, bytes } = piece;
  // Before the pixels only a segment with a wrong length leaves bytes outside of segments.
  if (marker === null) return hasPixels ? bytes : null;
  if (marker < app0 || furtherFrames.includes(marker)) return bytes;
  const text = textOf(piece);
  if (marker === app0 && text.startsWith('JFIF\0') && bytes.length >= 4 + jfifBytes + 2) {
    return withoutMore(new Uint8Array([...bytes.subarray(0, 4 + jfifBytes), 0, 0]), bytes);
  }
  if (marker === app2 && text.startsWith('ICC_PROFILE\0')) return bytes;
  if (marker === app14 && text.startsWith('Adobe'))
    return withoutMore(new Uint8Array(bytes.subarray(0, 4 + adobeBytes)), bytes);
  return null;
}

/** Returns the segment as it is where it has no more than the part. */
function withoutMore(part: Uint8Array, whole: Uint8Array): Uint8Array {
  if (part.length >= whole.length) return whole;
  part.set([0, part.length - 2], 2);
  return part;
}

/** Returns the pieces after the first marker, until the end of the image. */
function piecesOf(bytes: Uint8Array): { readonly pieces: readonly Piece[]; readonly end: number } {
  const { u8, u16, size } = byteReader(bytes);
  const pieces: Piece[] = [];
  let at = 2;
  while (at < size) {
    const start = at;
    if (isSegmentAt(bytes, at)) {
      const marker = u8(at + 1);
      at = marker === endOfImage ? at + 2 : Math.min(at + 2 + u16(at + 2), size);
      pieces.push({ marker, bytes: bytes.subarray(start, at) });
      expectAtMost(mostPieces, pieces.length);
      if (marker === endOfImage) break;
    } else {
      do at += 1;
      while (at < size && !isSegmentAt(bytes, at));
      pieces.push({ marker: null, bytes: bytes.subarray(start, at) });
    }
  }
  return { pieces, end: at };
}

/** Called for each byte of coded pixels. */
function isSegmentAt(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0xff || !isMarker(bytes[at + 1] ?? 0)) return false;
  return bytes[at + 1] === endOfImage || (bytes[at + 2] ?? 0) > 0 || (bytes[at + 3] ?? 0) > 1;
}

/** In coded pixels 0xff is followed by 0, by one of the marks at which a decoder may start anew, or by itself. */
function isMarker(code: number): boolean {
  return code >= 0xc0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd8);
}

const textOf = ({ bytes }: Piece) => byteReader(bytes).text(4, 4 + longestHeader);

function headerOf(piece: Piece): (typeof splitHeaders)[number] {
  const text = textOf(piece);
  const known = splitHeaders.find(({ mark }) => text.startsWith(mark));
  const mark = /^[ -~]+\0/.exec(text)?.[0] ?? '';
  return known ?? { mark, size: mark.length };
}

/** Joins the parts of a text in their order. The first one keeps its header. */
function contentOf(pieces: readonly Piece[]): Uint8Array {
  const parts = pieces.map((piece) => {
    const { size, orderAt } = headerOf(piece);
    return { size, order: orderAt === undefined ? 0 : byteReader(piece.bytes).u32(4 + orderAt), piece };
  });
  parts.sort((one, other) => one.order - other.order);
  return joined(
    parts.map(({ size, piece: { marker, bytes } }, index) => bytes.subarray(marker === null ? 0 : 4 + (index && size))),
  );
}

function segmentOf(tiff: Uint8Array): Uint8Array {
  const header = [...exifHeader].map((character) => character.charCodeAt(0));
  return new Uint8Array([0xff, app1, 0, 2 + header.length + tiff.length, ...header, ...tiff]);
}

import { byteReader, expectAtMost, joined, mostPieces } from './byte-reader.ts';
import { exifWithOrientation, readExif } from './exif.ts';
import { filmPlaceMark, iptcTellsPlace, xmpTellsPlace } from './place-texts.ts';

/** A piece of a JPEG: a marker with its segment, or coded pixels. */
interface Piece {
  /** Null for coded pixels, and for bytes that belong to nothing. */
  readonly marker: number | null;
  readonly start: number;
  readonly end: number;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app1 = 0xe1;
const app2 = 0xe2;
const app13 = 0xed;
const exifHeader = 'Exif\0\0';
/** Also `http://ns.adobe.com/xmp/extension/`. */
const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0';
const extendedXmpHeader = 'http://ns.adobe.com/xmp/extension/\0';
/** Phones put a second picture or a film behind the first one. A small picture within one, and chance, look alike. */
const mostPicturesBehind = 64;
/** A picture behind is read to its own end. */
const mostReadings = 4;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

export function jpegTellsPlace(bytes: Uint8Array): boolean {
  const pieces = piecesOf(bytes);
  return pieces.some((piece) => pieceTellsPlace(bytes, piece)) || trailerTellsPlace(bytes.subarray(endOf(pieces)));
}

/** Cuts out what is written about the picture. The coded pixels stay as they are, and turned as they were. */
export function jpegWithoutPlace(bytes: Uint8Array): Uint8Array {
  const pieces = piecesOf(bytes);
  const trailer = bytes.subarray(endOf(pieces));
  const cutsTrailer = trailerTellsPlace(trailer);
  const exif = pieces.find((piece) => headerOf(bytes, piece).startsWith(exifHeader));
  const turned = exif && exifWithOrientation(readExif(exifIn(bytes, exif)).orientation);
  const firstScan = pieces.findIndex(({ marker }) => marker === startOfScan);
  const kept = pieces.flatMap((piece, index) => {
    // Before the pixels only a segment with a wrong length leaves bytes that belong to nothing.
    if (piece.marker === null && index < firstScan) return [];
    if (piece === exif && turned) return [segmentOf(turned)];
    const isIndexOfTrailer = cutsTrailer && piece.marker === app2 && headerOf(bytes, piece).startsWith('MPF\0');
    return isDescription(bytes, piece) || isIndexOfTrailer ? [] : [bytes.subarray(piece.start, piece.end)];
  });
  return joined([bytes.subarray(0, 2), ...kept, ...(cutsTrailer ? [] : [trailer])]);
}

/** Returns the pieces after the first marker, until the end of the image. */
function piecesOf(bytes: Uint8Array): readonly Piece[] {
  const { u8, u16, size } = byteReader(bytes);
  const pieces: Piece[] = [];
  let at = 2;
  let pixelsFrom: number | null = null;
  const endPixels = () => {
    if (pixelsFrom !== null && pixelsFrom < at) pieces.push({ marker: null, start: pixelsFrom, end: at });
    pixelsFrom = null;
  };
  while (at < size) {
    if (!isSegmentAt(bytes, at)) {
      pixelsFrom ??= at;
      do at += 1;
      while (at < size && !isSegmentAt(bytes, at));
      continue;
    }
    endPixels();
    const marker = u8(at + 1);
    const end = marker === endOfImage ? at + 2 : Math.min(at + 2 + u16(at + 2), size);
    pieces.push({ marker, start: at, end });
    expectAtMost(mostPieces, pieces.length);
    at = end;
    if (marker === endOfImage) return pieces;
  }
  endPixels();
  return pieces;
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

const endOf = (pieces: readonly Piece[]) => pieces.at(-1)?.end ?? 2;

function headerOf(bytes: Uint8Array, { marker, start, end }: Piece): string {
  if (marker !== app1 && marker !== app2 && marker !== app13) return '';
  return byteReader(bytes).text(start + 4, Math.min(start + 4 + extendedXmpHeader.length, end));
}

function isDescription(bytes: Uint8Array, piece: Piece): boolean {
  const header = headerOf(bytes, piece);
  if (piece.marker === app13) return header.startsWith('Photoshop 3.0\0');
  return [exifHeader, xmpHeader, extendedXmpHeader].some((one) => header.startsWith(one));
}

function exifIn(bytes: Uint8Array, { start, end }: Piece): Uint8Array {
  return bytes.subarray(start + 4 + exifHeader.length, end);
}

function pieceTellsPlace(bytes: Uint8Array, piece: Piece): boolean {
  if (!isDescription(bytes, piece)) return false;
  if (headerOf(bytes, piece).startsWith(exifHeader)) return readExif(exifIn(bytes, piece)).tellsPlace;
  const text = byteReader(bytes).text(piece.start + 4, piece.end);
  return piece.marker === app13 ? iptcTellsPlace(text) : xmpTellsPlace(text);
}

function trailerTellsPlace(trailer: Uint8Array): boolean {
  if (trailer.length === 0) return false;
  const text = byteReader(trailer).text(0, trailer.length);
  if (text.includes(filmPlaceMark) || xmpTellsPlace(text)) return true;
  let at = text.indexOf('\xff\xd8\xff');
  for (let count = 1, read = 0; at !== -1; count += 1) {
    expectAtMost(mostPicturesBehind, count);
    const behind = trailer.subarray(at);
    const pieces = piecesOf(behind);
    if (pieces.some((piece) => pieceTellsPlace(behind, piece))) return true;
    read += endOf(pieces);
    expectAtMost(mostReadings * trailer.length, read);
    at = text.indexOf('\xff\xd8\xff', at + 3);
  }
  return false;
}

function segmentOf(tiff: Uint8Array): Uint8Array {
  const header = [...exifHeader].map((character) => character.charCodeAt(0));
  return new Uint8Array([0xff, app1, 0, 2 + header.length + tiff.length, ...header, ...tiff]);
}

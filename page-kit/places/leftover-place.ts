import { byteReader } from './byte-reader.ts';
import { readExif } from './exif.ts';
import { xmpTellsPlace } from './place-texts.ts';

/** A TIFF structure begins so, which EXIF is. */
const tiffMarks = ['II*\0', 'MM\0*'];
/** A photo has fewer, its second pictures included. */
const mostMarks = 64;

/**
 * Returns true when bytes anywhere in the file tell a place. In a damaged file the structure leads no longer to all that
 * is written about the picture, and another program may still find it.
 */
export function leftoverTellsPlace(bytes: Uint8Array): boolean {
  const text = byteReader(bytes).text(0, bytes.length);
  if (xmpTellsPlace(text)) return true;
  const starts = tiffMarks.flatMap((mark) => startsOf(text, mark));
  return starts.length > mostMarks || starts.some((at) => readExif(bytes.subarray(at)).tellsPlace);
}

function startsOf(text: string, mark: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(mark); at !== -1 && starts.length <= mostMarks; at = text.indexOf(mark, at + 1)) {
    starts.push(at);
  }
  return starts;
}

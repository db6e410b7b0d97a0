import { byteReader } from './byte-reader.ts';
import { readExif } from './exif.ts';

/** Coordinates as EXIF, XMP, drones and content credentials name them, with any prefix. */
const coordinates = /latitude|longitude|gps_?(?:lat|lon|pos|coord|area)|geo:lat/i;
/** XMP of Photoshop, IPTC, Dublin Core and films. The prefix is the writer's choice. */
const areas =
  /:(?:(?:Sub|shot)?[Ll]ocation(?:Created|Shown)?|City|(?:Province)?State|Country(?:Code|Name)?|coverage)[\s=>"]/;

/** Where a film was taken, cameras that follow their way, and coordinates such as their makers write them. */
const shortMarks = [
  /\xa9xyz|ISO6709|\p{Cc}(?:loci|camm)|gpmd|GPS[59]/u,
  /[+-]\d\d\.\d{2,9}[+-]\d{3}\.\d{2,9}/,
  /\b(?:lat|lon|lng)["']?\s{0,9}[:=]\s{0,9}["']?[-+]?\d/i,
];

/** Datasets of IPTC: 2:26 and 2:27 content location, 2:90 city, 2:92 location, 2:95 state, 2:100 and 2:101 country. */
const locationDatasets = [26, 27, 90, 92, 95, 100, 101];
const longestDataset = 128;

/** A length and a text follow the number of a dataset. */
function iptcHasLocation(text: string): boolean {
  return locationDatasets.some((dataset) => {
    const at = text.indexOf(String.fromCharCode(28, 2, dataset, 0));
    const length = text.charCodeAt(at + 4);
    return at !== -1 && length > 0 && length <= longestDataset && text.charCodeAt(at + 5) >= 32;
  });
}

/** A TIFF structure begins so, which EXIF is. */
const tiffMarks = /II\*\0|MM\0\*|Exif\0\0/g;
/** A photo has fewer, its second pictures included. */
const mostMarks = 64;

/**
 * Returns true when the bytes cut out of a picture hold a location.
 * @throws UnreadError
 */
export function cutHasLocation(bytes: Uint8Array): boolean {
  const text = byteReader(bytes).text(0, bytes.length);
  return shortMarks.some((mark) => mark.test(text)) || iptcHasLocation(text) || hasLocationAnywhere(bytes, text);
}

/**
 * Returns true when the rest of a picture holds a location. In a damaged file the structure leads no longer to all that is
 * written about the picture, and another program may still find it. Coded pixels have the shorter marks by chance.
 * @throws UnreadError
 */
export function leftoverHasLocation(bytes: Uint8Array): boolean {
  return hasLocationAnywhere(bytes, byteReader(bytes).text(0, bytes.length));
}

function hasLocationAnywhere(bytes: Uint8Array, text: string): boolean {
  // XMP in UTF-16 and UTF-32 has zero bytes beside each letter.
  const letters = text.replaceAll('\0', '');
  if (coordinates.test(letters) || areas.test(letters)) return true;
  let count = 0;
  for (const { index } of text.matchAll(tiffMarks)) {
    count += 1;
    if (count > mostMarks || readExif(bytes.subarray(index)).hasLocation) return true;
  }
  return false;
}

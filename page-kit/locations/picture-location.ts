import { byteReader, joined, type Split, UnreadError } from './byte-reader.ts';
import { isGif, splitGif } from './gif-location.ts';
import { isHeif, splitHeif } from './heif-location.ts';
import { isJpeg, splitJpeg } from './jpeg-location.ts';
import { cutHasLocation, leftoverHasLocation } from './location-marks.ts';
import { isPng, splitPng } from './png-location.ts';
import { isWebp, splitWebp } from './webp-location.ts';

interface Format {
  is(bytes: Uint8Array): boolean;
  split(bytes: Uint8Array): Split | Promise<Split>;
}

const formats: readonly Format[] = [
  { is: isJpeg, split: splitJpeg },
  { is: isPng, split: splitPng },
  { is: isWebp, split: splitWebp },
  { is: isGif, split: splitGif },
  { is: isHeif, split: splitHeif },
];

const formatOf = (bytes: Uint8Array) => formats.find(({ is }) => is(bytes));

async function splitOf(bytes: Uint8Array): Promise<Split> {
  const format = formatOf(bytes);
  if (format === undefined) throw new UnreadError('Another kind of file');
  return format.split(bytes);
}

/** Enough to distinguish a text of a person from a file of a program, such as a drawing in SVG, a PDF or an RTF. */
const textStartBytes = 4096;

function isPlainText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, textStartBytes);
  const isWritten = start.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
  return isWritten && !/^(?:\s|\xef\xbb\xbf)*(?:[<%]|\{\\rtf)/.test(byteReader(start).text(0, start.length));
}

/**
 * Resolves with true when the bytes are a picture that says where it was taken (S28). Rejects with `UnreadError` for other
 * files but plain texts: films, documents and layered pictures may say so too.
 */
export async function hasLocation(bytes: Uint8Array): Promise<boolean> {
  if (formatOf(bytes) === undefined && isPlainText(bytes)) return false;
  return (await splitOf(bytes)).cut.some(cutHasLocation);
}

/**
 * Resolves with the same picture without its metadata. Null for one that still says where it was taken, as one
 * can that is damaged. Rejects with `UnreadError`.
 */
export async function withoutLocation(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  return copyOf(await splitOf(bytes));
}

function copyOf({ kept }: Split): Uint8Array<ArrayBuffer> | null {
  const copy = joined(kept);
  return leftoverHasLocation(copy) ? null : copy;
}

export interface Removal {
  /** Whether a location was found. Makers may hide others in formats of their own. */
  readonly hadLocation: boolean;
  /** Null if the location cannot be removed. */
  readonly copy: Uint8Array<ArrayBuffer> | null;
}

/** The tasks on a stranger's file. Each resolves with null where the file cannot be read for it, as one of many pieces. */
export const locationTasks = {
  find: (file: Blob): Promise<boolean | null> => read(file, hasLocation),
  remove: (file: Blob): Promise<Removal | null> =>
    read(file, async (bytes) => {
      const split = await splitOf(bytes);
      const copy = copyOf(split);
      return { copy, hadLocation: copy === null || split.cut.some(cutHasLocation) };
    }),
};

async function read<T>(file: Blob, by: (bytes: Uint8Array) => Promise<T>): Promise<T | null> {
  return file
    .arrayBuffer()
    .then((content) => by(new Uint8Array(content)))
    .catch(() => null);
}

import { isHeif } from './heif-items.ts';
import { heifTellsPlace, heifWithoutPlace } from './heif-place.ts';
import { isJpeg, jpegTellsPlace, jpegWithoutPlace } from './jpeg-place.ts';
import { leftoverTellsPlace } from './leftover-place.ts';
import { isPng, pngTellsPlace, pngWithoutPlace } from './png-place.ts';
import { isWebp, webpTellsPlace, webpWithoutPlace } from './webp-place.ts';

interface Format {
  is(bytes: Uint8Array): boolean;
  tellsPlace(bytes: Uint8Array): boolean | Promise<boolean>;
  withoutPlace(bytes: Uint8Array): Uint8Array;
}

const formats: readonly Format[] = [
  { is: isJpeg, tellsPlace: jpegTellsPlace, withoutPlace: jpegWithoutPlace },
  { is: isPng, tellsPlace: pngTellsPlace, withoutPlace: pngWithoutPlace },
  { is: isWebp, tellsPlace: webpTellsPlace, withoutPlace: webpWithoutPlace },
  { is: isHeif, tellsPlace: heifTellsPlace, withoutPlace: heifWithoutPlace },
];

/** Resolves with true when the bytes are a picture that says where it was taken (S28). Rejects with `UnreadError`. */
export async function tellsPlace(bytes: Uint8Array): Promise<boolean> {
  return (await formats.find(({ is }) => is(bytes))?.tellsPlace(bytes)) ?? false;
}

/** The same, also for bytes to which the structure of a damaged picture no longer leads. */
export async function mayTellPlace(bytes: Uint8Array): Promise<boolean> {
  return formats.some(({ is }) => is(bytes)) && ((await tellsPlace(bytes)) || leftoverTellsPlace(bytes));
}

/**
 * Resolves with the same picture without what is written about it. Null for a file of another kind, and for one that still
 * says where it was taken, as one can that is damaged. Rejects with `UnreadError`.
 */
export async function withoutPlace(bytes: Uint8Array): Promise<Uint8Array | null> {
  const copy = formats.find(({ is }) => is(bytes))?.withoutPlace(bytes);
  return copy === undefined || (await mayTellPlace(copy)) ? null : copy;
}

export interface Removal {
  readonly hadPlace: boolean;
  /** Null where the place cannot be removed. */
  readonly copy: Uint8Array<ArrayBuffer> | null;
}

/** The tasks on a stranger's file. Each resolves with null where the file cannot be read for it, as one of many pieces. */
export const placeTasks = {
  find: (file: Blob): Promise<boolean | null> => read(file, tellsPlace),
  remove: (file: Blob): Promise<Removal | null> =>
    read(file, async (bytes) => {
      const copy = await withoutPlace(bytes);
      return { copy: copy && new Uint8Array(copy), hadPlace: await mayTellPlace(bytes) };
    }),
};

async function read<T>(file: Blob, by: (bytes: Uint8Array) => Promise<T>): Promise<T | null> {
  return file
    .arrayBuffer()
    .then((content) => by(new Uint8Array(content)))
    .catch(() => null);
}

import { useState } from 'preact/hooks';
import { previewPixels } from '../../../src/studio/previews/previews.ts';
import type { RequestFile } from '../api/shapes.ts';
import { type Pixels, pixelsOf } from './pixels.ts';

/** The browser's facts about one picture. */
interface Found {
  readonly path: string;
  readonly small: Pixels | null;
  readonly preview: Pixels | null;
  readonly original: Pixels | null;
  readonly hasOriginalFailed: boolean;
}

export interface LargePicture extends Omit<Found, 'path'> {
  /** Pixels of the original as far as they are known. */
  readonly pixels: Pixels | null;
  /** The size that is enlarged: the original's, or the preview's while the original's is unknown. */
  readonly base: Pixels | null;
  /** Shape and greatest size before the picture is enlarged, or null before anything is known. */
  readonly box: Pixels | null;
  found(facts: Partial<Omit<Found, 'path'>>): void;
}

/** A browser decodes the whole picture, 4 bytes for each pixel. */
const maxPixels = 100_000_000;

/** Keeps the facts about a picture while it is shown. @param path Path of the large preview. */
export function useLargePicture(file: RequestFile | undefined, path: string): LargePicture {
  const [kept, setKept] = useState<Found>(nothingOf(path));
  const now = kept.path === path ? kept : nothingOf(path);
  const { small, preview, original } = now;
  const pixels = (file && pixelsOf(file)) ?? original ?? wholePreview(preview);
  const base = pixels ?? preview;
  return {
    ...now,
    pixels,
    base,
    box: base ?? (small && enlarged(small)),
    found: (facts) => setKept((last) => ({ ...(last.path === path ? last : nothingOf(path)), ...facts })),
  };
}

/**
 * Returns true when the enlarged picture has as many pixels on the screen as its preview, or more.
 *
 * @param scale Screen pixels for each pixel of `base`, or null while the picture fits the window.
 */
export function needsOriginal({ base, preview }: LargePicture, scale: number | null): boolean {
  if (scale === null || base === null || preview === null) return false;
  return Math.round(scale * base.width) >= preview.width;
}

/** Returns false for a picture that is too large for a browser, or that it could not show. */
export function canShowOriginal({ pixels, hasOriginalFailed }: LargePicture): boolean {
  return !hasOriginalFailed && (pixels === null || pixels.width * pixels.height <= maxPixels);
}

function nothingOf(path: string): Found {
  return { path, small: null, preview: null, original: null, hasOriginalFailed: false };
}

/** Returns the size of a preview that is as large as its original, else null. */
function wholePreview(preview: Pixels | null): Pixels | null {
  return preview && Math.max(preview.width, preview.height) < previewPixels.large ? preview : null;
}

/** Returns the greatest size of the large preview, given the small one. */
function enlarged(small: Pixels): Pixels {
  const longer = Math.max(small.width, small.height);
  if (longer < previewPixels.small) return small;
  const factor = previewPixels.large / longer;
  return { width: small.width * factor, height: small.height * factor };
}

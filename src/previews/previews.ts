import type { Readable } from 'node:stream';

/** The longer side of a preview, in pixels; a smaller picture stays as it is. */
export const previewPixels = { small: 320, large: 1600 } as const;

export const previewSizes = ['small', 'large'] as const;

export type PreviewSize = (typeof previewSizes)[number];

/** Which file a preview is wanted of. */
export interface PreviewSource {
  readonly requestId: string;
  readonly position: number;
  /** Its bytes. Called once at most, when it is the file's turn. */
  open(signal: AbortSignal): Promise<Readable>;
}

/** A WebP picture; `none` when there never is one of this file; `not now` when another time there may be one. */
export type Preview = Buffer | 'none' | 'not now';

/** Small pictures of files. No file is decoded in this process. */
export interface Previews {
  /**
   * Resolves when it is the file's turn and the picture is made, or earlier with one that was made before. Rejects with
   * what `open` rejects with, with a `PreviewQueueFullError`, or with the reason of the abort.
   */
  get(source: PreviewSource, size: PreviewSize, signal: AbortSignal): Promise<Preview>;
  /** Removes the pictures of these requests, as far as the system lets it. */
  forget(requestIds: readonly string[]): Promise<void>;
  /** Removes the pictures of requests that are not there any more, of which `existing` gives those that are. */
  forgetOthers(
    existing: (requestIds: readonly string[]) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Ends what is under way. Later calls reject. */
  close(): Promise<void>;
}

/** More files wait than anybody looks at. */
export class PreviewQueueFullError extends Error {
  override readonly name = 'PreviewQueueFullError';

  constructor() {
    super('Too many previews are waiting to be made');
  }
}

import type { Readable } from 'node:stream';
import type { PictureFacts } from './picture-facts.ts';

/** Maximum pixels of the longer side. A smaller picture keeps its size. */
export const previewPixels = { small: 320, large: 1600 } as const;

export const previewSizes = ['small', 'large'] as const;

export type PreviewSize = (typeof previewSizes)[number];

/** The file that a preview is made of. */
export interface PreviewSource {
  readonly requestId: string;
  readonly position: number;
  /** Opens the bytes of the file. Called at most once, when the queue reaches the file. */
  open(signal: AbortSignal): Promise<Readable>;
}

/** The facts of a picture, with a hash by which pictures are compared (`pictureHash`). */
interface ComparedFacts extends PictureFacts {
  readonly hash: string | null;
}

export type Preview =
  /** A WebP picture. `facts` is null when the picture comes from the cache: they were given when it was made. */
  | { readonly kind: 'picture'; readonly picture: Buffer; readonly facts: ComparedFacts | null }
  /** The file never has a preview. */
  | { readonly kind: 'none'; readonly facts: PictureFacts }
  /** A later call may return one. */
  | { readonly kind: 'not now' };

/** Small pictures of files. No file is decoded in this process. */
export interface Previews {
  /**
   * Resolves with a preview from the cache, or when the queue has reached the file. Rejects with the error of `open`,
   * with a `PreviewQueueFullError`, or with the reason of the abort.
   */
  get(source: PreviewSource, size: PreviewSize, signal: AbortSignal): Promise<Preview>;
  /** Makes a preview again, also when the cache has one. Resolves and rejects like `get`. */
  remake(source: PreviewSource, size: PreviewSize, signal: AbortSignal): Promise<Preview>;
  /** Deletes the pictures of requests that no longer exist. `existing` returns the ids that exist. */
  forgetOthers(
    existing: (requestIds: readonly string[]) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Ends the process and rejects waiting calls. Later calls resolve only from the cache. */
  close(): Promise<void>;
}

export class PreviewQueueFullError extends Error {
  override readonly name = 'PreviewQueueFullError';

  constructor() {
    super('Too many previews are waiting to be made');
  }
}

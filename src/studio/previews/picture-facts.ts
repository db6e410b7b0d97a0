/**
 * Why a file has no preview, or one that shows only a part of it (`damaged`).
 *
 * - `not-a-picture`: the file has no format that gets previews
 * - `damaged`: the picture is incomplete, and the preview shows the readable part
 * - `unreadable`: the file could not be decoded at all
 * - `too-many-pixels`: the picture exceeds the pixels of its format
 * - `too-costly`: the picture took too much memory, or broke its decoder
 */
export const pictureProblems = ['not-a-picture', 'damaged', 'unreadable', 'too-many-pixels', 'too-costly'] as const;

export type PictureProblem = (typeof pictureProblems)[number];

/** The facts of a file after its preview was attempted. */
export interface PictureFacts {
  /** Pixels of the upright picture, or null when its header could not be read. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null when the preview shows the whole picture. */
  readonly problem: PictureProblem | null;
}

export function withoutSize(problem: PictureProblem): PictureFacts {
  return { width: null, height: null, problem };
}

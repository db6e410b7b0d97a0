import type { RequestFile } from '../api/shapes.ts';
import { isPictureName } from '../model/may-have-preview.ts';

export type PreviewProblem = Exclude<RequestFile['previewProblem'], 'not-a-picture' | null>;

/** Returns why a picture has no preview, or lacks a part. A file with a picture's name that is none is damaged. */
export function problemOf({ name, previewProblem }: RequestFile): PreviewProblem | null {
  if (previewProblem === 'not-a-picture') return isPictureName(name) ? 'unreadable' : null;
  return previewProblem;
}

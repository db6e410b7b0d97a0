import type { RequestFile } from '../api/shapes.ts';
import { isOtherPictureName, isPictureName } from '../model/may-have-preview.ts';

export type PreviewProblem = Exclude<RequestFile['previewProblem'], 'not-a-picture' | null> | 'unsupported';

type ProblemFacts = Pick<RequestFile, 'name' | 'preview' | 'previewProblem'>;

/** Returns why a picture has no preview, or lacks a part. A file with a picture's name that is none is damaged. */
export function problemOf({ name, preview, previewProblem }: ProblemFacts): PreviewProblem | null {
  if (preview !== true && isOtherPictureName(name)) return 'unsupported';
  if (previewProblem !== 'not-a-picture') return previewProblem;
  return isPictureName(name) ? 'unreadable' : null;
}

import type { RequestFile } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { isOtherPictureName, isPictureName } from '../model/may-have-preview.ts';
import { type Pixels, pixelsOf, pixelsText } from './pixels.ts';

interface FileFactsProps {
  readonly file: RequestFile;
  /** Pixels that the browser has found out. */
  readonly pixels?: Pixels | null;
}

/** Size of a file, and its pixels when they are known. */
export function FileFacts({ file, pixels = null }: FileFactsProps) {
  const { size } = useTranslator();
  const known = pixelsOf(file) ?? pixels;
  return (
    <span class="muted file-facts">
      {known !== null && <span>{pixelsText(known)} · </span>}
      <span>{size(file.size)}</span>
    </span>
  );
}

type PreviewProblem = Exclude<RequestFile['previewProblem'], 'not-a-picture' | null> | 'unsupported';

type ProblemFacts = Pick<RequestFile, 'name' | 'preview' | 'previewProblem'>;

/** Returns why a picture has no preview, or lacks a part. A file with a picture's name and other content is damaged. */
export function problemOf({ name, preview, previewProblem }: ProblemFacts): PreviewProblem | null {
  if (preview !== true && isOtherPictureName(name)) return 'unsupported';
  if (previewProblem !== 'not-a-picture') return previewProblem;
  return isPictureName(name) ? 'unreadable' : null;
}

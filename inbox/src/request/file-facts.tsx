import type { RequestFile } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type Pixels, pixelsOf, pixelsText } from './pixels.ts';

export interface FileFactsProps {
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

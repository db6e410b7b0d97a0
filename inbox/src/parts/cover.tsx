import { previewPath } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { excerptOf } from '../model/excerpt.ts';
import { mayHavePreview } from '../model/may-have-preview.ts';
import { FilePicture } from './file-picture.tsx';

/** Longer text does not fit. */
const maxTextCharacters = 240;

/** The first picture of a request with the number of its files, or the beginning of its message without a picture. */
export function Cover({ request: { id, files, message } }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const file = files.find(mayHavePreview) ?? files[0];
  if (!file) {
    return (
      <span class="cover">
        <bdi class="cover-text">{excerptOf(message, maxTextCharacters)}</bdi>
      </span>
    );
  }
  return (
    <span class="cover">
      <FilePicture file={file} path={previewPath(id, file.position, 'small')} />
      {files.length > 1 && (
        <span class="cover-count" aria-hidden="true">
          {files.length}
        </span>
      )}
      <span class="visually-hidden">{text('fileCount', { count: files.length })}</span>
    </span>
  );
}

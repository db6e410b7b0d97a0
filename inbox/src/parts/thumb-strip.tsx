import { previewPath } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { FilePicture } from './file-picture.tsx';

const shownPictures = 4;

/** The first files of a request as small pictures, with the number of the others. Renders nothing without a file. */
export function ThumbStrip({ request: { id, files } }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  if (files.length === 0) return null;
  return (
    <span class="strip">
      {files.slice(0, shownPictures).map((file) => (
        <FilePicture key={file.position} file={file} path={previewPath(id, file.position, 'small')} />
      ))}
      {files.length > shownPictures && <span class="rest">+{files.length - shownPictures}</span>}
      {files.length > 1 && (
        <span class="file-count" aria-hidden="true">
          {files.length}
        </span>
      )}
      <span class="visually-hidden">{text('fileCount', { count: files.length })}</span>
    </span>
  );
}

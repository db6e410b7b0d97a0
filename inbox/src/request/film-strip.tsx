import { useLayoutEffect, useRef } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { FilePicture } from '../parts/file-picture.tsx';

interface FilmStripProps {
  readonly request: InboxRequest;
  /** Index of the file that is shown large. */
  readonly index: number;
  onChoose(index: number): void;
}

/** All files of the request in small. The shown one stays in sight. */
export function FilmStrip({ request: { id, files }, index, onChoose }: FilmStripProps) {
  const { text } = useTranslator();
  const strip = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index]);
  return (
    <ul class="film-strip" aria-label={text('files')} ref={strip}>
      {files.map((file, at) => (
        <li key={file.position}>
          <button
            type="button"
            aria-label={text('fileOpen', { name: shownName(file.name) })}
            aria-current={at === index}
            onClick={() => onChoose(at)}
          >
            <FilePicture file={file} path={previewPath(id, file.position, 'small')} />
          </button>
        </li>
      ))}
    </ul>
  );
}

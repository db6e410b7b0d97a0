import { FileText } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { decodeSmall, isPicture } from './picture.ts';

/**
 * A small picture that opens a large one, or the file name's extension. The picture is drawn on a canvas, so that the
 * embedding page's content security policy need not allow `blob:`.
 */
export function Thumbnail({ file }: { file: File }) {
  const { text } = useTranslator();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [large, setLarge] = useState<typeof import('./large-picture.tsx') | null>(null);
  useEffect(() => {
    if (!isPicture(file)) return;
    let isCancelled = false;
    void decodeSmall(file).then(
      (bitmap) => {
        if (isCancelled || !canvas.current) return;
        canvas.current.width = bitmap.width;
        canvas.current.height = bitmap.height;
        canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
        setDrawn(true);
      },
      () => {},
    );
    return () => {
      isCancelled = true;
    };
  }, [file]);
  return (
    <>
      <span class="thumbnail">
        <button
          type="button"
          hidden={!isDrawn}
          aria-label={text('enlarge', { name: file.name })}
          title={text('enlarge', { name: file.name })}
          onClick={() => void import('./large-picture.tsx').then(setLarge, () => {})}
        >
          <canvas class="ground" ref={canvas} />
        </button>
        {!isDrawn && (
          <span class="kind" aria-hidden="true">
            <Icon of={FileText} />
            {endingOf(file.name)}
          </span>
        )}
      </span>
      {large && <large.LargePicture file={file} onClose={() => setLarge(null)} />}
    </>
  );
}

function endingOf(name: string): string {
  return /\.([^.]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '';
}

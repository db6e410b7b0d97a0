import { useEffect, useRef, useState } from 'preact/hooks';

const edgePixels = 128;

/** One after the other: ten photographs decoded at once are a gigabyte. */
let decoding: Promise<unknown> = Promise.resolve();

function decode(file: File): Promise<ImageBitmap> {
  const bitmap = decoding.then(() => createImageBitmap(file, { resizeHeight: edgePixels, resizeQuality: 'medium' }));
  decoding = bitmap.catch(() => {});
  return bitmap;
}

/** A small picture of the file, or the ending of its name. Drawn, so that no page has to allow `blob:` addresses. */
export function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    let isGone = false;
    void decode(file).then(
      (bitmap) => {
        if (!isGone && canvas.current) {
          canvas.current.width = bitmap.width;
          canvas.current.height = bitmap.height;
          canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
          setDrawn(true);
        }
        bitmap.close();
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <span class="thumbnail" aria-hidden="true">
      <canvas ref={canvas} hidden={!isDrawn} />
      {!isDrawn && <span>{endingOf(file.name)}</span>}
    </span>
  );
}

function endingOf(name: string): string {
  return /\.([^.]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '';
}

import { useEffect, useRef } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { drawWithin } from './scaled-picture.ts';

/** A dialog with the picture as large as the window allows. */
export function LargePicture({ file, onClose }: { file: File; onClose(): void }) {
  const { text } = useTranslator();
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    void createImageBitmap(file).then(
      (bitmap) => {
        const ratio = window.devicePixelRatio;
        if (canvas.current) drawWithin(canvas.current, bitmap, window.innerWidth * ratio, window.innerHeight * ratio);
        bitmap.close();
      },
      () => dialog.current?.close(),
    );
  }, [file]);
  return (
    <dialog ref={dialog} class="large-picture" aria-label={file.name} onClose={onClose}>
      <canvas ref={canvas} role="img" aria-label={file.name} />
      <p>
        <bdi class="file-name">{file.name}</bdi>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {text('close')}
        </button>
      </p>
    </dialog>
  );
}

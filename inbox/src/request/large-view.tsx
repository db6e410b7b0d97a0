import { useEffect, useRef, useState } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { useRole } from '../inbox-context.ts';
import { actionOf, type KeyAction } from '../keys/key-table.ts';
import { areKeysOn } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import { FilePicture } from '../requests/file-picture.tsx';
import { usePictureFailure } from '../requests/use-picture-failure.ts';
import { usualDecisions } from './decision-bar.tsx';
import { useZoom, type Zoom } from './use-zoom.ts';

export interface LargeViewProps {
  readonly request: InboxRequest;
  /** Index of the file that is shown first. */
  readonly start: number;
  /** Why the last file was not saved. */
  readonly fault: string | null;
  onSave(file: RequestFile): void;
  onClose(): void;
}

/** One file after the other, as large as the window allows and larger. */
export function LargeView({ request, start, fault, onSave, onClose }: LargeViewProps) {
  const { text, size, percent } = useTranslator();
  const mayWrite = useRole('operator');
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const zoom = useZoom(index);
  const { files } = request;
  const file = files[index];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => preload(request, [index + 1, index - 1]), [index]);
  if (!file) return null;
  const turn = (by: number) => setIndex(Math.min(Math.max(index + by, 0), files.length - 1));

  function press(event: KeyboardEvent): void {
    const action = actionOf(event);
    const isOff = !areKeysOn.value && event.key.length === 1;
    // Who has seen enough decides at once: the list does the rest.
    if (mayWrite && !isOff && usualDecisions.some((decision) => decision.action === action)) {
      dialog.current?.close();
      return;
    }
    // The list's other keys have no business behind a picture.
    event.stopPropagation();
    const act = action && !isOff && actions(turn, zoom)[action];
    // Arrows scroll what is larger than the window.
    if (!act || (event.key.startsWith('Arrow') && zoom.factor > 1)) return;
    event.preventDefault();
    act();
  }

  return (
    <dialog
      ref={dialog}
      class="large-view"
      aria-label={text('fileOf', { name: file.name, position: index + 1, total: files.length })}
      onKeyDown={press}
      onClose={onClose}
    >
      <header>
        <p>
          <bdi class="file-name">{file.name}</bdi> <span class="muted">{size(file.size)}</span>
        </p>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {text('close')}
        </button>
      </header>
      <Shown key={file.position} request={request} file={file} zoom={zoom} />
      {fault !== null && <p class="fault">{fault}</p>}
      <footer>
        <div class="turns">
          <button type="button" class="quiet" aria-disabled={index === 0} onClick={() => turn(-1)}>
            <span aria-hidden="true">←</span> {text('filePrevious')}
          </button>
          <span class="muted" role="status">
            {text('filePosition', { position: index + 1, total: files.length })}
          </span>
          <button type="button" class="quiet" aria-disabled={index === files.length - 1} onClick={() => turn(1)}>
            {text('fileNext')} <span aria-hidden="true">→</span>
          </button>
        </div>
        <fieldset class="zoom">
          <legend class="visually-hidden">{text('zoom')}</legend>
          <button type="button" class="quiet" aria-label={text('zoomOut')} onClick={zoom.out}>
            −
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={text('zoomReset', { percent: percent(zoom.factor) })}
            onClick={zoom.reset}
          >
            {percent(zoom.factor)}
          </button>
          <button type="button" class="quiet" aria-label={text('zoomIn')} onClick={zoom.in}>
            +
          </button>
        </fieldset>
        <button type="button" onClick={() => onSave(file)}>
          {text('fileSave')}
        </button>
      </footer>
    </dialog>
  );
}

function actions(turn: (by: number) => void, zoom: Zoom): Readonly<Partial<Record<KeyAction, () => void>>> {
  return {
    picturePrevious: () => turn(-1),
    pictureNext: () => turn(1),
    previous: () => turn(-1),
    next: () => turn(1),
    zoomIn: zoom.in,
    zoomOut: zoom.out,
    zoomReset: zoom.reset,
  };
}

interface ShownProps {
  readonly request: InboxRequest;
  readonly file: RequestFile;
  readonly zoom: Zoom;
}

/** The small picture until the large one has come. Scrolled rather than dragged: it works with keys, a wheel and one finger alike. */
function Shown({ request, file, zoom }: ShownProps) {
  const { text } = useTranslator();
  const [hasFailed, fail] = usePictureFailure();
  const [isThere, setIsThere] = useState(false);
  if (file.preview === false || hasFailed) {
    return (
      <div class="stage">
        <FilePicture file={{ ...file, preview: false }} path="" />
        <p>{text('fileNoPicture')}</p>
      </div>
    );
  }
  const standIn = { backgroundImage: `url("${previewPath(request.id, file.position, 'small')}")` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys (WCAG 2.1.1)
    <section class="stage" ref={zoom.frame} tabIndex={0} aria-label={file.name} style={isThere ? {} : standIn}>
      <img
        ref={zoom.picture}
        src={previewPath(request.id, file.position, 'large')}
        alt={file.name}
        onLoad={() => setIsThere(true)}
        onDblClick={zoom.factor > 1 ? zoom.reset : zoom.in}
        onError={fail}
      />
    </section>
  );
}

/** What is looked at next is there by then. */
function preload({ id, files }: InboxRequest, indexes: readonly number[]): void {
  for (const index of indexes) {
    const file = files[index];
    if (file && file.preview !== false) new Image().src = previewPath(id, file.position, 'large');
  }
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { LiveRegions } from '../../../page-kit/announcer.tsx';
import { previewPath } from '../api/api.ts';
import type { InboxRequest, RequestFile, RequestStatus } from '../api/shapes.ts';
import { actionOf, type KeyAction } from '../keys/key-table.ts';
import { areKeysOn } from '../keys/keys.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Answer } from '../model/answer.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { steps } from '../model/next-steps.ts';
import { preloadPicture } from '../model/picture-turns.ts';
import { FilePicture, usePictureFailure } from '../parts/file-picture.tsx';
import { ToastList } from '../parts/toast-list.tsx';
import { useDecide } from '../parts/use-decide.ts';
import { Decisions } from './decision-bar.tsx';
import { FileFacts, problemOf } from './file-facts.tsx';
import { FilmStrip } from './film-strip.tsx';
import { Tools, Turns, Words } from './large-view-parts.tsx';
import { requestLargeView } from './large-view-request.ts';
import { ShownPicture } from './shown-picture.tsx';
import { useLargePicture } from './use-large-picture.ts';
import { type Swipe, useSwipe } from './use-swipe.ts';
import { useZoom, type Zoom } from './use-zoom.ts';
import { PictureNotice, ZoomButtons } from './zoom-buttons.tsx';

interface LargeViewProps {
  readonly request: InboxRequest;
  /** Index of the file that is shown first. */
  readonly start: number;
  /** Why the last file could not be saved, or null. */
  readonly fault: string | null;
  onSave(file: RequestFile): void;
  onClose(): void;
}

/** Shows one file at a time, fitted or enlarged. After a decision it shows the next request's files. */
export function LargeView({ request, start, fault, onSave, onClose }: LargeViewProps) {
  const { text } = useTranslator();
  const { decisions } = useInbox();
  const decide = useDecide();
  const mayWrite = useRole('operator');
  const [hasWords, setWords] = useState(false);
  const turnWords = () => setWords(!hasWords);
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const { files } = request;
  const file = files[index];
  const path = previewPath(request.id, file?.position ?? 0, 'large');
  const picture = useLargePicture(file, path);
  const zoom = useZoom(path, picture.base);
  const [hasFailed, fail] = usePictureFailure(path);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => preload(request, [index + 1, index - 1]), [index]);
  useEffect(
    () =>
      decisions.undone.subscribe(() => {
        const back = decisions.undone.value?.id ?? request.id;
        if (back !== request.id) requestLargeView(back);
      }),
    [],
  );
  const close = () => dialog.current?.close();
  const turn = (by: number) => setIndex(Math.min(Math.max(index + by, 0), files.length - 1));
  const swipe = useSwipe(!zoom.isEnlarged, turn);
  if (!file) return null;
  const hasPicture = file.preview !== false && !hasFailed;
  const decideHere = (status: RequestStatus, answer?: Answer) =>
    decide(request.id, status, { ...(answer && { answer }), onAdvance: requestLargeView });

  function press(event: KeyboardEvent): void {
    // The sheet of a decision is a dialog in this one.
    if ((event.target as Element).closest('dialog') !== dialog.current) return;
    const action = actionOf(event);
    const isOff = !areKeysOn.value && event.key.length === 1;
    // The list behind the picture must not receive keys.
    event.stopPropagation();
    if (!action || isOff) return;
    const decision = steps.find((one) => one.action === action);
    const act = decision
      ? mayWrite && (() => decideHere(decision.to))
      : { ...actions(turn, zoom), words: turnWords, ...(mayWrite && { undo: () => void decisions.undo() }) }[action];
    // Arrow keys scroll an enlarged picture.
    if (!act || (event.key.startsWith('Arrow') && zoom.isEnlarged)) return;
    event.preventDefault();
    act();
  }

  return (
    <dialog
      ref={dialog}
      class="large-view"
      // Grey around a picture changes its colours least, in both themes.
      data-theme="dark"
      aria-label={text('fileOf', { name: shownName(file.name), position: index + 1, total: files.length })}
      onKeyDown={press}
      onClose={onClose}
    >
      <header>
        <p>
          <bdi class="customer">{shownName(request.customerName)}</bdi>
          <bdi class="file-name">{shownName(file.name)}</bdi>
          <FileFacts file={file} pixels={picture.pixels} />
        </p>
        <Tools request={request} file={file} hasWords={hasWords} onWords={turnWords} onSave={onSave} onClose={close} />
      </header>
      {hasPicture ? (
        <ShownPicture
          key={path}
          request={request}
          file={file}
          picture={picture}
          zoom={zoom}
          swipe={swipe}
          onFailure={fail}
        />
      ) : (
        <NoPicture file={file} swipe={swipe} />
      )}
      {files.length > 1 && <Turns index={index} total={files.length} onTurn={turn} />}
      {hasWords && <Words request={request} />}
      {hasPicture && <PictureNotice file={file} picture={picture} zoom={zoom} />}
      <ToastList isCopy />
      {fault !== null && <p class="fault">{fault}</p>}
      <footer>
        {files.length > 1 && <FilmStrip request={request} index={index} onChoose={setIndex} />}
        {hasPicture && <ZoomButtons zoom={zoom} />}
        {mayWrite && <Decisions request={request} onDecide={decideHere} />}
      </footer>
      <LiveRegions />
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

interface NoPictureProps {
  readonly file: RequestFile;
  readonly swipe: Swipe;
}

function NoPicture({ file, swipe }: NoPictureProps) {
  const { text } = useTranslator();
  const problem = problemOf(file);
  return (
    <div class="stage" {...swipe}>
      <FilePicture file={{ ...file, preview: false }} path="" />
      {problem !== null && <p>{text(`previewProblem_${problem}`)}</p>}
      <p>{text('fileNoPicture')}</p>
    </div>
  );
}

/** Loads the large previews that are likely to be shown next. The returned function withdraws those that wait. */
function preload({ id, files }: InboxRequest, indexes: readonly number[]): () => void {
  const withdrawals = indexes
    .map((index) => files[index])
    .filter((file) => file !== undefined)
    .filter(({ preview }) => preview !== false)
    .map((file) => preloadPicture(previewPath(id, file.position, 'large')));
  return () => {
    for (const withdraw of withdrawals) withdraw();
  };
}

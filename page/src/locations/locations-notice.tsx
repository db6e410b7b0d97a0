import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { createPlaceReader } from '../../../page-kit/locations/places-in-worker.ts';
import type { Attachment } from '../draft/attachment.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useLaterTexts } from '../language/later-texts.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { useFocusWhenShown } from '../parts/heading.tsx';
import { startWorker } from '../workers/start-worker.ts';

const reader = createPlaceReader(() => startWorker('places'));

/** Whether a file tells a place. Null for a file that cannot be read for it. */
const known = new WeakMap<File, boolean | null>();

async function fileTellsPlace(file: File): Promise<boolean | null> {
  const found = known.get(file);
  if (found !== undefined) return found;
  const tells = await reader.find(file).catch(() => null);
  known.set(file, tells);
  return tells;
}

interface Findings {
  readonly telling: readonly Attachment[];
  readonly unread: readonly Attachment[];
}

interface Outcome {
  readonly removed: readonly string[];
  readonly failed: readonly string[];
}

/** Says which attached pictures tell where they were taken, and removes that where the customer wants it (S28). */
export function PlacesNotice({ form }: { form: DraftState }) {
  const { attachments } = form;
  const { text, list } = useLaterTranslator();
  const { say } = useAnnouncer();
  const texts = useLaterTexts();
  const [{ telling: found, unread }, setFindings] = useState<Findings>({ telling: [], unread: [] });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const namesOf = (files: readonly Attachment[]) => list(files.map(({ file }) => file.name));

  useEffect(() => {
    let isLatest = true;
    void findPlaces(attachments).then((findings) => {
      if (!isLatest) return;
      setFindings(findings);
      if (findings.telling.length + findings.unread.length > 0) texts.load();
    });
    return () => {
      isLatest = false;
    };
  }, [attachments]);

  const note = texts.areLoaded && found.length > 0 ? text('placesFound', { names: namesOf(found) }) : '';
  const unreadNote = texts.areLoaded && unread.length > 0 ? text('placesUnread', { names: namesOf(unread) }) : '';
  // A note is announced for a file that has just come, and not when files move or go.
  const announced = useRef(new WeakSet<File>());
  useEffect(() => {
    const isNew = ({ file }: Attachment) => !announced.current.has(file);
    const notes = [found.some(isNew) ? note : '', unread.some(isNew) ? unreadNote : ''].filter(Boolean);
    if (texts.areLoaded) for (const { file } of [...found, ...unread]) announced.current.add(file);
    if (notes.length > 0) say(notes.join(' '));
  }, [note, unreadNote]);

  async function remove(): Promise<void> {
    const done: Record<keyof Outcome, string[]> = { removed: [], failed: [] };
    for (const one of found) done[(await replaceFile(form, one)) ? 'removed' : 'failed'].push(one.file.name);
    setOutcome(done);
    if (done.removed.length > 0) say(text('placesRemoved', { names: list(done.removed) }));
  }

  if (!texts.areLoaded) return null;
  return (
    <>
      {note !== '' && (
        <div class="notice warn places-found" part="notice">
          <p>{note}</p>
          <p>{text('placesNote')}</p>
          <button type="button" class="button" part="button" onClick={() => void remove()}>
            {text('placesRemove')}
          </button>
          {outcome !== null && outcome.failed.length > 0 && (
            <p class="error">{text('placesFailed', { names: list(outcome.failed) })}</p>
          )}
        </div>
      )}
      {unreadNote !== '' && (
        <p class="notice warn" part="notice">
          {unreadNote}
        </p>
      )}
      {note === '' && outcome !== null && outcome.removed.length > 0 && (
        <Removed text={text('placesRemoved', { names: list(outcome.removed) })} />
      )}
    </>
  );
}

/** Has the focus that the removed button had. */
function Removed({ text }: { text: string }) {
  const ref = useFocusWhenShown<HTMLParagraphElement>();
  return (
    <p class="hint complaint" tabIndex={-1} ref={ref}>
      {text}
    </p>
  );
}

/** One file after the other: ten large pictures need not be in memory at once. */
async function findPlaces(attachments: readonly Attachment[]): Promise<Findings> {
  const telling: Attachment[] = [];
  const unread: Attachment[] = [];
  for (const attachment of attachments) {
    const tells = await fileTellsPlace(attachment.file);
    if (tells === null) unread.push(attachment);
    else if (tells) telling.push(attachment);
  }
  return { telling, unread };
}

async function replaceFile(form: DraftState, { id, file }: Attachment): Promise<boolean> {
  const copy = (await reader.remove(file).catch(() => null))?.copy ?? null;
  if (copy === null) return false;
  const { name, type, lastModified } = file;
  form.replaceFile(id, new File([copy], name, { type, lastModified }));
  return true;
}

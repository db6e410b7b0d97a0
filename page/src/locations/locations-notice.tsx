import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { createLocationReader } from '../../../page-kit/locations/location-reader.ts';
import type { Attachment } from '../draft/attachment.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useLaterTexts } from '../language/later-texts.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { useFocusWhenShown } from '../parts/heading.tsx';
import { startWorker } from '../workers/start-worker.ts';

const reader = createLocationReader(() => startWorker('locations'));

/** Whether a file has a location. Null for a file that cannot be read. */
const known = new WeakMap<File, boolean | null>();

async function fileHasLocation(file: File): Promise<boolean | null> {
  const found = known.get(file);
  if (found !== undefined) return found;
  const isLocated = await reader.find(file).catch(() => null);
  known.set(file, isLocated);
  return isLocated;
}

interface Findings {
  readonly located: readonly Attachment[];
  readonly unread: readonly Attachment[];
}

interface Outcome {
  readonly removed: readonly string[];
  readonly failed: readonly string[];
}

/** Names the attached pictures that have a location, and removes it if the customer asks (S28). */
export function LocationsNotice({ form }: { form: DraftState }) {
  const { attachments } = form;
  const { text, list } = useLaterTranslator();
  const { say } = useAnnouncer();
  const texts = useLaterTexts();
  const [{ located: found, unread }, setFindings] = useState<Findings>({ located: [], unread: [] });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const namesOf = (files: readonly Attachment[]) => list(files.map(({ file }) => file.name));

  useEffect(() => {
    let isLatest = true;
    void findLocations(attachments).then((findings) => {
      if (!isLatest) return;
      setFindings(findings);
      if (findings.located.length + findings.unread.length > 0) texts.load();
    });
    return () => {
      isLatest = false;
    };
  }, [attachments]);

  const note = texts.areLoaded && found.length > 0 ? text('locationsFound', { names: namesOf(found) }) : '';
  const unreadNote = texts.areLoaded && unread.length > 0 ? text('locationsUnread', { names: namesOf(unread) }) : '';
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
    if (done.removed.length > 0) say(text('locationsRemoved', { names: list(done.removed) }));
  }

  if (!texts.areLoaded) return null;
  return (
    <>
      {note !== '' && (
        <div class="notice warn locations-found" part="notice">
          <p>{note}</p>
          <p>{text('locationsNote')}</p>
          <button type="button" class="button" part="button" onClick={() => void remove()}>
            {text('locationsRemove')}
          </button>
          {outcome !== null && outcome.failed.length > 0 && (
            <p class="error">{text('locationsFailed', { names: list(outcome.failed) })}</p>
          )}
        </div>
      )}
      {unreadNote !== '' && (
        <p class="notice warn" part="notice">
          {unreadNote}
        </p>
      )}
      {note === '' && outcome !== null && outcome.removed.length > 0 && (
        <Removed text={text('locationsRemoved', { names: list(outcome.removed) })} />
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
async function findLocations(attachments: readonly Attachment[]): Promise<Findings> {
  const located: Attachment[] = [];
  const unread: Attachment[] = [];
  for (const attachment of attachments) {
    const isLocated = await fileHasLocation(attachment.file);
    if (isLocated === null) unread.push(attachment);
    else if (isLocated) located.push(attachment);
  }
  return { located, unread };
}

async function replaceFile(form: DraftState, { id, file }: Attachment): Promise<boolean> {
  const copy = (await reader.remove(file).catch(() => null))?.copy ?? null;
  if (copy === null) return false;
  const { name, type, lastModified } = file;
  form.replaceFile(id, new File([copy], name, { type, lastModified }));
  return true;
}

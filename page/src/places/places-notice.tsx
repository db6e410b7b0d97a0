import { useEffect, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { tellsPlace, withoutPlace } from '../../../page-kit/places/picture-place.ts';
import type { Attachment } from '../draft/attachment.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useLaterTexts } from '../language/later-texts.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { useFocusWhenShown } from '../parts/heading.tsx';

const known = new WeakMap<File, boolean>();

async function fileTellsPlace(file: File): Promise<boolean> {
  const tells = known.get(file) ?? (await tellsPlace(new Uint8Array(await file.arrayBuffer())));
  known.set(file, tells);
  return tells;
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
  const [found, setFound] = useState<readonly Attachment[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const namesOf = (files: readonly Attachment[]) => list(files.map(({ file }) => file.name));

  useEffect(() => {
    let isLatest = true;
    void findPlaces(attachments).then((telling) => {
      if (!isLatest) return;
      setFound(telling);
      if (telling.length > 0) texts.load();
    });
    return () => {
      isLatest = false;
    };
  }, [attachments]);

  const note = texts.areLoaded && found.length > 0 ? text('placesFound', { names: namesOf(found) }) : '';
  useEffect(() => {
    if (note !== '') say(note);
  }, [note]);

  async function remove(): Promise<void> {
    const results = await Promise.all(found.map(async (one) => ({ one, isDone: await removePlace(form, one) })));
    const named = (isDone: boolean) =>
      results.filter((result) => result.isDone === isDone).map(({ one }) => one.file.name);
    const done = { removed: named(true), failed: named(false) };
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
async function findPlaces(attachments: readonly Attachment[]): Promise<readonly Attachment[]> {
  const telling: Attachment[] = [];
  for (const attachment of attachments) {
    if (await fileTellsPlace(attachment.file).catch(() => false)) telling.push(attachment);
  }
  return telling;
}

async function removePlace(form: DraftState, { id, file }: Attachment): Promise<boolean> {
  try {
    const content = await withoutPlace(new Uint8Array(await file.arrayBuffer()));
    if (content === null) return false;
    const { name, type, lastModified } = file;
    form.replaceFile(id, new File([new Uint8Array(content)], name, { type, lastModified }));
    return true;
  } catch {
    return false;
  }
}

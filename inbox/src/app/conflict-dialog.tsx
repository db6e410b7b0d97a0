import { useEffect, useState } from 'preact/hooks';
import type { RequestChange, RequestEvent } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { fieldText } from '../language/field-text.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { OpenConflict } from '../model/conflict-question.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';

/** Asks whose change to keep when two people have changed the same field. */
export function ConflictDialog() {
  const { conflicts } = useInbox();
  const open = useCell(conflicts.open);
  return open && <Question key={open.current.id} conflict={open} />;
}

const kinds: Readonly<Partial<Record<keyof RequestChange, RequestEvent['kind']>>> = {
  status: 'status',
  dueOn: 'due',
  labels: 'labels',
  publicMessage: 'public-message',
  queueNameShown: 'queue-name',
  price: 'price',
};

function Question({ conflict }: { conflict: OpenConflict }) {
  const { change, current, choose } = conflict;
  const translator = useTranslator();
  const formats = useFormats();
  const { text } = translator;
  const fields = (Object.keys(change) as (keyof RequestChange)[]).filter((field) => kinds[field]);
  const author = useAuthor(current.id, fields);
  return (
    <Dialog title={text('conflictTitle')} onClose={() => choose('discard')}>
      <p>
        {author
          ? text('conflictBy', { name: author, request: shownName(current.customerName) })
          : text('conflictBySomebody', { request: shownName(current.customerName) })}
      </p>
      <dl class="conflict">
        {fields.map((field) => (
          <div key={field}>
            <dt>{text(`field_${field as 'status'}`)}</dt>
            <dd>
              <span class="hint">{text('conflictTheirs')}</span>
              <bdi>{fieldText(translator, formats, field, current[field])}</bdi>
            </dd>
            <dd>
              <span class="hint">{text('conflictMine')}</span>
              <bdi>{fieldText(translator, formats, field, change[field])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{text('conflictEscape')}</p>
      <footer>
        <button type="button" autofocus onClick={() => choose('discard')}>
          {text('conflictKeepTheirs')}
        </button>
        <button type="button" class="primary" onClick={() => choose('overwrite')}>
          {text('conflictUseMine')}
        </button>
      </footer>
    </Dialog>
  );
}

/** Returns the author's name of the current change, or null while it is unknown. */
function useAuthor(id: string, fields: readonly (keyof RequestChange)[]): string | null {
  const { api } = useInbox();
  const [author, setAuthor] = useState<string | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    api
      .events(id, abortController.signal)
      .then((events) => {
        const last = events.findLast(({ kind }) => fields.some((field) => kinds[field] === kind));
        setAuthor(last?.actor.name ?? null);
      })
      // The person can choose without the name.
      .catch(() => {});
    return () => abortController.abort();
  }, [id]);
  return author;
}

import { Plus } from 'lucide';
import type { FunctionComponent } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Entry } from './draft/draft-shapes.ts';
import { copyOf, moved, newEntry } from './draft/entries.ts';
import type { FieldsProps, ListSpec } from './draft/field-specs.ts';
import { faultsIn } from './draft/form-faults.ts';
import { type Localized, shownIn, withWords } from './draft/localized.ts';
import { type Path, valueAt, withValue } from './draft/paths.ts';
import { EntryCard, type EntryCardProps } from './entry-card.tsx';
import { useForm } from './fields/form-context.ts';
import { useEntryDrag } from './use-entry-drag.ts';

interface EntryListProps {
  readonly spec: ListSpec;
  readonly path: Path;
  /** The fields of an entry, which may be lists too. */
  readonly Fields: FunctionComponent<FieldsProps>;
}

/** Entries in the order in which customers see them. */
export function EntryList({ spec, path, Fields }: EntryListProps) {
  const { text } = useFormWords();
  const { say } = useAnnouncer();
  const { toasts } = useInbox();
  const { model, state, shown, language, added, setAdded, wanted } = useForm();
  const list = useRef<HTMLOListElement>(null);
  const entries = (valueAt(shown, path) ?? []) as readonly Entry[];
  const nameOf = (entry: Entry) => shownIn(entry[spec.nameKey] as Localized, language);
  // A memoised card calls the current handlers.
  const latest = useRef({ move, add, remove });
  latest.current = { move, add, remove };
  const drag = useEntryDrag(list, (from, to) => latest.current.move(from, to));
  const isFull = entries.length >= spec.mostEntries;

  const set = (next: readonly Entry[]) => model.replace(withValue(model.state.value.document, path, next));

  function move(from: number, to: number): void {
    const entry = entries[from];
    if (entry === undefined || to < 0 || to >= entries.length) return;
    set(moved(entries, from, to));
    say(text('movedTo', { name: nameOf(entry), position: to + 1, count: entries.length }));
  }

  function add(entry: Entry, position: number): void {
    set(entries.toSpliced(position, 0, entry));
    setAdded(entry.id);
  }

  function remove(position: number): void {
    const entry = entries[position];
    if (entry === undefined) return;
    set(entries.toSpliced(position, 1));
    const action = { label: text('undo'), run: model.undo };
    toasts.show({ text: text('removed', { name: nameOf(entry) }), action });
  }

  function isWanted(entry: Entry, entryPath: Path): boolean {
    if (added === entry.id) return true;
    return wanted !== null && entryPath.every((step, index) => String(wanted[index]) === String(step));
  }

  return (
    <div class="form-list">
      {path.length > 1 && <h3>{text(spec.label)}</h3>}
      {spec.hint && <p class="hint">{text(spec.hint)}</p>}
      {entries.length > 0 && (
        <ol ref={list} aria-label={text(spec.label)}>
          {entries.map((entry, position) => {
            const entryPath = [...path, position];
            return (
              <KeptCard
                key={entry.id}
                spec={spec}
                Fields={Fields}
                path={entryPath}
                entry={entry}
                name={nameOf(entry)}
                language={language}
                prices={shown.prices}
                questions={shown.questions}
                hasFault={faultsIn(state.faults, entryPath).length > 0}
                isWanted={isWanted(entry, entryPath)}
                isFull={isFull}
                position={position}
                count={entries.length}
                drag={drag}
                onMove={(to) => latest.current.move(position, to)}
                onCopy={() => latest.current.add(copyOf(entry), position + 1)}
                onRemove={() => latest.current.remove(position)}
              />
            );
          })}
        </ol>
      )}
      {isFull && <p class="hint">{text('entriesMost', { count: spec.mostEntries })}</p>}
      {!isFull && (
        <button
          type="button"
          class="form-add"
          onClick={() =>
            add(newEntry(spec, path, withWords(null, language, text(spec.newName)) ?? { en: '' }), entries.length)
          }
        >
          <Icon of={Plus} />
          {text(spec.add)}
        </button>
      )}
    </div>
  );
}

/** A card that is drawn again only when its own values have changed. There may be 500 cards, and a letter changes one. */
function KeptCard(props: EntryCardProps) {
  const { path, entry, name, language, prices, questions, hasFault, isWanted, isFull, position, count, drag } = props;
  const joined = path.join('/');
  return useMemo(
    () => <EntryCard {...props} />,
    [
      ...[joined, entry, name, language, prices, questions],
      ...[hasFault, isWanted, isFull, position, count, drag.from, drag.before],
    ],
  );
}

import { ArrowDown, ArrowUp, ChevronDown, Copy, Eye, EyeOff, GripVertical, Trash2 } from 'lucide';
import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import type { Entry } from './draft/entries.ts';
import type { FieldsProps, ListSpec } from './draft/field-specs.ts';
import { missingIn, textsOf } from './draft/localized.ts';
import { isNewId } from './draft/new-ids.ts';
import type { Path } from './draft/paths.ts';
import { useForm } from './fields/form-context.ts';
import type { EntryDrag } from './use-entry-drag.ts';

export interface EntryCardProps {
  readonly Fields: FunctionComponent<FieldsProps>;
  readonly spec: ListSpec;
  readonly path: Path;
  readonly entry: Entry;
  readonly name: string;
  /** The language that texts are written in. */
  readonly language: string;
  readonly hasFault: boolean;
  /** Whether it is to open. */
  readonly isWanted: boolean;
  /** Whether the list has its maximum of entries. */
  readonly isFull: boolean;
  readonly position: number;
  readonly count: number;
  readonly drag: EntryDrag;
  onMove(to: number): void;
  onCopy(): void;
  onRemove(): void;
}

/** An entry: a line that opens to its fields. */
export function EntryCard(props: EntryCardProps) {
  const { spec, Fields, path, entry, name, language, hasFault, isWanted, position, count, drag, onMove } = props;
  const { text } = useFormWords();
  const [isOpen, setOpen] = useState(isWanted);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  const missing = missingIn(textsOf(entry), language);
  const shownName = name || text('unnamed');
  const [keepFocus, moveBy] = useKeptFocus(position, onMove);
  const isLast = drag.before === count && position === count - 1;
  const classes = [
    'form-entry',
    drag.from === position && 'held',
    drag.before === position && 'before',
    isLast && 'after',
    entry.hidden && 'hidden-entry',
  ];

  return (
    <li class={classes.filter(Boolean).join(' ')} ref={keepFocus}>
      <div class="form-entry-head">
        <span
          class="form-grip"
          aria-hidden="true"
          title={text('drag')}
          onPointerDown={(event) => drag.begin(event, position)}
        >
          <Icon of={GripVertical} />
        </span>
        <button type="button" class="form-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <bdi>{shownName}</bdi>
          {entry.hidden && (
            <span class="chip">
              <Icon of={EyeOff} /> {text('hidden')}
            </span>
          )}
          {hasFault && <span class="chip chip-bad">{text('toCheck')}</span>}
          {missing > 0 && language !== 'en' && (
            <span class="chip chip-warn">{text('missing', { count: missing })}</span>
          )}
          <Icon of={ChevronDown} />
        </button>
        <button
          type="button"
          class="quiet icon"
          data-move="-1"
          aria-disabled={position === 0}
          aria-label={text('moveUp', { name: shownName })}
          title={text('moveUp', { name: shownName })}
          onClick={() => moveBy(-1)}
        >
          <Icon of={ArrowUp} />
        </button>
        <button
          type="button"
          class="quiet icon"
          data-move="1"
          aria-disabled={position === count - 1}
          aria-label={text('moveDown', { name: shownName })}
          title={text('moveDown', { name: shownName })}
          onClick={() => moveBy(1)}
        >
          <Icon of={ArrowDown} />
        </button>
      </div>
      {isOpen && (
        <fieldset class="form-entry-body">
          <legend class="visually-hidden">{shownName}</legend>
          <Fields specs={spec.fields} path={path} />
          <EntryActions {...props} name={shownName} />
          <p class="form-id muted">
            {isNewId(entry.id) ? text('idLater') : text('idIs')} {!isNewId(entry.id) && <code>{entry.id}</code>}
          </p>
        </fieldset>
      )}
    </li>
  );
}

function EntryActions({ path, entry, name, isFull, onCopy, onRemove }: EntryCardProps) {
  const { text } = useFormWords();
  const { model } = useForm();
  const isHidden = entry.hidden === true;
  return (
    <p class="form-actions">
      {!isFull && (
        <button type="button" class="quiet" aria-label={text('copyOf', { name })} onClick={onCopy}>
          <Icon of={Copy} /> {text('copy')}
        </button>
      )}
      {'hidden' in entry && (
        <button
          type="button"
          class="quiet"
          aria-label={text(isHidden ? 'showOf' : 'hideOf', { name })}
          title={text('hideHint')}
          onClick={() => model.change([...path, 'hidden'], !isHidden)}
        >
          <Icon of={isHidden ? Eye : EyeOff} /> {text(isHidden ? 'show' : 'hide')}
        </button>
      )}
      <button type="button" class="quiet bad" aria-label={text('removeOf', { name })} onClick={onRemove}>
        <Icon of={Trash2} /> {text('remove')}
      </button>
    </p>
  );
}

/** A browser takes the focus from an element that is moved. It goes back to the button that moved the entry. */
function useKeptFocus(position: number, onMove: (to: number) => void) {
  const card = useRef<HTMLLIElement>(null);
  const pressed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (pressed.current === null) return;
    card.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    card.current?.scrollIntoView({ block: 'nearest' });
    pressed.current = null;
  }, [position]);
  const moveBy = (step: number) => {
    pressed.current = step;
    onMove(position + step);
  };
  return [card, moveBy] as const;
}

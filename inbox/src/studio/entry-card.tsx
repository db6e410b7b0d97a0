import { ArrowDown, ArrowUp, ChevronDown, Copy, Eye, EyeOff, GripVertical, Trash2 } from 'lucide';
import type { FunctionComponent } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import type { FactsProps, FieldsProps, ListSpec } from './draft/field-specs.ts';
import { missingIn, textsOf } from './draft/localized.ts';
import type { Path } from './draft/paths.ts';
import { useForm } from './fields/form-context.ts';
import type { EntryDrag } from './use-entry-drag.ts';

export interface EntryCardProps extends FactsProps {
  readonly Fields: FunctionComponent<FieldsProps>;
  readonly spec: ListSpec;
  readonly path: Path;
  readonly name: string;
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
  const { Thumb, Facts } = spec;
  const factsId = useId();
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
    <li class={classes.filter(Boolean).join(' ')} ref={keepFocus} data-about={path.join('/')}>
      <div class="form-entry-head">
        <span
          class="form-grip"
          aria-hidden="true"
          title={text('drag')}
          onPointerDown={(event) => drag.begin(event, position)}
        >
          <Icon of={GripVertical} />
        </span>
        {Thumb && <Thumb entry={entry} />}
        <button
          type="button"
          class="form-open"
          aria-expanded={isOpen}
          aria-describedby={factsId}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>{shownName}</bdi>
        </button>
        <span id={factsId} class="form-facts">
          {Facts && <Facts {...props} />}
          <span class="form-chips">
            {entry.hidden && (
              <span class="chip">
                <Icon of={EyeOff} /> {text('hidden')}
              </span>
            )}
            {hasFault && <span class="chip chip-bad">{text('toCheck')}</span>}
            {missing > 0 && language !== 'en' && (
              <span class="chip chip-warn">{text('missing', { count: missing })}</span>
            )}
          </span>
        </span>
        <span class="form-moves">
          <MoveButton step={-1} isOff={position === 0} name={shownName} onMove={moveBy} />
          <MoveButton step={1} isOff={position === count - 1} name={shownName} onMove={moveBy} />
        </span>
        <Icon of={ChevronDown} />
      </div>
      {isOpen && (
        <fieldset class="form-entry-body">
          <legend class="visually-hidden">{shownName}</legend>
          <Fields specs={spec.fields} path={path} />
          <EntryActions {...props} name={shownName} />
        </fieldset>
      )}
    </li>
  );
}

interface MoveButtonProps {
  readonly step: -1 | 1;
  readonly isOff: boolean;
  readonly name: string;
  onMove(step: number): void;
}

function MoveButton({ step, isOff, name, onMove }: MoveButtonProps) {
  const { text } = useFormWords();
  const label = text(step < 0 ? 'moveUp' : 'moveDown', { name });
  return (
    <button
      type="button"
      class="quiet icon"
      data-move={step}
      aria-disabled={isOff}
      aria-label={label}
      title={label}
      onClick={() => onMove(step)}
    >
      <Icon of={step < 0 ? ArrowUp : ArrowDown} />
    </button>
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

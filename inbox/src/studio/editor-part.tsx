import { Lock } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import type { PartSpec } from './draft/field-specs.ts';
import { faultsIn } from './draft/form-faults.ts';
import { Fields } from './field.tsx';
import { useForm } from './fields/form-context.ts';

interface EditorPartProps {
  readonly part: PartSpec;
  /** The reason why the person cannot change it, or null. */
  readonly lockedBy: 'file' | 'owners' | null;
}

/** A part of the editor, folded or not. */
export function EditorPart({ part, lockedBy }: EditorPartProps) {
  const { text } = useFormWords();
  const { state, wanted } = useForm();
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const isWanted = part.keys.some((key) => wanted?.[0] === key);
  const [isOpen, setOpen] = useState(!part.isFolded);
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    // A path within the part is scrolled to by its control.
    if (wanted?.length === 1) head.current?.scrollIntoView();
  }, [wanted]);
  const faults = part.keys.flatMap((key) => faultsIn(state.faults, [key]));

  return (
    <section class="form-part" aria-labelledby={id}>
      <h2 ref={head}>
        <button type="button" class="form-part-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={part.icon} />
          <span id={id}>{text(part.title)}</span>
          {lockedBy !== null && <Icon of={Lock} />}
          {faults.length > 0 && <span class="chip chip-bad">{text('toCheck')}</span>}
        </button>
      </h2>
      {isOpen && (
        <fieldset class="form-part-body" disabled={lockedBy !== null}>
          <legend class="visually-hidden">{text(part.title)}</legend>
          <p class="muted">{text(part.hint)}</p>
          {lockedBy !== null && (
            <p class="form-locked">
              <Icon of={Lock} /> {text(lockedBy === 'file' ? 'lockedByFile' : 'lockedByOwners')}
            </p>
          )}
          <Fields specs={part.fields} path={[]} />
        </fieldset>
      )}
    </section>
  );
}

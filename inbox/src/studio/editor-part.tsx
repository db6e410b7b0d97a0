import { ChevronLeft, Lock } from 'lucide';
import { useId } from 'preact/hooks';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import { Link } from '../router/router.tsx';
import type { PartSpec } from './draft/field-specs.ts';
import { Fields } from './field.tsx';

interface EditorPartProps {
  readonly part: PartSpec;
  /** The reason why the person cannot change it, or null. */
  readonly lockedBy: 'file' | 'owners' | null;
}

/** The fields of a part. */
export function EditorPart({ part, lockedBy }: EditorPartProps) {
  const { text } = useFormWords();
  const id = useId();
  return (
    <section class="form-part" aria-labelledby={id} data-about={part.keys[0]}>
      <Link class="form-back" to="/settings/form">
        <DirectedIcon of={ChevronLeft} /> {text('partsAll')}
      </Link>
      <h2 id={id} tabIndex={-1}>
        {text(part.title)}
      </h2>
      <p class="muted">{text(part.hint)}</p>
      {lockedBy !== null && (
        <p class="form-locked">
          <Icon of={Lock} /> {text(lockedBy === 'file' ? 'lockedByFile' : 'lockedByOwners')}
        </p>
      )}
      <fieldset class="form-part-body" disabled={lockedBy !== null}>
        <legend class="visually-hidden">{text(part.title)}</legend>
        <Fields specs={part.fields} path={[]} />
      </fieldset>
    </section>
  );
}

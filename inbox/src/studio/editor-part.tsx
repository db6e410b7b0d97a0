import { ChevronLeft, Lock } from 'lucide';
import { useId } from 'preact/hooks';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import { useFormWords } from '../language/translator-context.ts';
import { Link } from '../router/router.tsx';
import type { PartSpec } from './draft/field-specs.ts';
import { Fields } from './field.tsx';

interface EditorPartProps {
  readonly part: PartSpec;
  /** Whether a file sets it. */
  readonly isLocked: boolean;
}

/** The fields of a part. */
export function EditorPart({ part, isLocked }: EditorPartProps) {
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
      {isLocked && (
        <p class="form-locked">
          <Icon of={Lock} /> {text('lockedByFile')}
        </p>
      )}
      <fieldset class="form-part-body" disabled={isLocked}>
        <legend class="visually-hidden">{text(part.title)}</legend>
        <Fields specs={part.fields} path={[]} />
      </fieldset>
    </section>
  );
}

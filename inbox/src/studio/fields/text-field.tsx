import { useEffect, useRef } from 'preact/hooks';
import { directionOf } from '../../../../page-kit/language/messages.ts';
import { useFormWords } from '../../language/translator-context.ts';
import type { TextSpec } from '../draft/field-specs.ts';
import { type Localized, shownIn, withWords, wordsIn } from '../draft/localized.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useFields } from './form-context.ts';

/** A text in the language that is being written. */
export function TextField({ spec, path }: { readonly spec: TextSpec; readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown, language } = useFields();
  const texts = (valueAt(shown, path) ?? null) as Localized | null;
  const words = wordsIn(texts, language);
  const original = language === 'en' || words !== '' ? '' : shownIn(texts, 'en');
  const excess = [...words].length - spec.mostCharacters;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useNewEntryFocus(control, path);

  function write(next: string): void {
    const changed = withWords(texts, language, next);
    // A required text reports at its field that it is missing.
    model.change(path, changed ?? (spec.isRequired ? { en: '' } : null));
  }

  return (
    <FieldFrame
      path={path}
      label={text(spec.label)}
      hint={spec.hint && text(spec.hint)}
      fault={excess > 0 ? text('faultTooLongBy', { count: excess }) : null}
    >
      {(attributes) => {
        const shared = {
          ...attributes,
          ref: control,
          value: words,
          lang: language,
          dir: words === '' && original === '' ? directionOf(language) : 'auto',
          placeholder: original || (spec.example ? text(spec.example) : ''),
          onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
            write(currentTarget.value),
        } as const;
        return spec.isLong ? <textarea {...shared} rows={3} /> : <input {...shared} autocomplete="off" />;
      }}
    </FieldFrame>
  );
}

const nameKeys = ['name', 'label', 'title'];

/** The name of an entry that was just added is selected, so that typing replaces it. */
function useNewEntryFocus(control: { readonly current: HTMLInputElement | null }, path: Path): void {
  const { shown, added, setAdded } = useFields();
  const owner = valueAt(shown, path.slice(0, -1)) as { readonly id?: unknown } | undefined;
  const isNew = added !== null && owner?.id === added && nameKeys.includes(String(path.at(-1)));
  useEffect(() => {
    if (!isNew) return;
    setAdded(null);
    // After another draw it already has the focus, and perhaps the first letters of a new name.
    if (document.activeElement === control.current) return;
    control.current?.focus();
    control.current?.select();
  }, [isNew]);
}

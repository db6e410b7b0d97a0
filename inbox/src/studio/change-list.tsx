import { useFormats } from '../language/formats.ts';
import { englishMessages, type FormMessageKey } from '../language/inbox-messages.ts';
import { shownName } from '../language/shown-name.ts';
import { type FormTranslator, useFormWords } from '../language/translator-context.ts';
import type { Change, Step } from './draft/describe-changes.ts';

const tones: Readonly<Record<Change['kind'], string>> = {
  added: 'chip-good',
  removed: 'chip-bad',
  renamed: 'chip-outlined',
  moved: 'chip-outlined',
  hidden: 'chip-warn',
  shown: 'chip-good',
  changed: 'chip-outlined',
};
const mostShown = 100;
const mostCharacters = 160;

/** The differences of two documents in words. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const words = useFormWords();
  const { language } = useFormats();
  const { text } = words;
  if (changes.length === 0) return <p class="muted">{text('changesNone')}</p>;
  return (
    <>
      <ul class="form-changes">
        {changes.slice(0, mostShown).map((change, index) => (
          <li key={index}>
            <span class={`chip ${tones[change.kind]}`}>{text(`change_${change.kind}`)}</span>
            <span>
              <span class="form-place">
                {change.path.map((step) => stepText(words, step)).join(' › ')}
                {change.language !== null && change.language !== 'en' && ` (${language(change.language)})`}
              </span>
              {change.from !== null && <del>{brief(change.from)}</del>}
              {change.to !== null && <ins>{brief(change.to)}</ins>}
            </span>
          </li>
        ))}
      </ul>
      {changes.length > mostShown && <p class="muted">{text('changesMore', { count: changes.length - mostShown })}</p>}
    </>
  );
}

/** Returns the name of an entry, or the name of a key in the editor. */
function stepText(words: FormTranslator, step: Step): string {
  if ('name' in step) return shownName(step.name);
  return keyText(words, step.key);
}

export function keyText({ text }: FormTranslator, key: string): string {
  const name = `key_${key}`;
  return name in englishMessages.form ? text(name as FormMessageKey) : key;
}

function brief(words: string): string {
  const characters = [...words];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : words;
}

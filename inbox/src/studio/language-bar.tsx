import { Languages } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { type Language, languageNames, languageOf } from '../../../src/platform/language/languages.ts';
import { useFormWords } from '../language/translator-context.ts';
import { missingIn, textsOf } from './draft/localized.ts';
import { useForm } from './fields/form-context.ts';

/** The language that texts are written in, with the number of missing texts of each. */
export function LanguageBar({ onChoose }: { onChoose(language: string): void }) {
  const { text } = useFormWords();
  const { shown, language, languages } = useForm();
  const texts = textsOf(shown);
  const others = (Object.keys(languageNames) as Language[]).filter((tag) => !languages.includes(tag));
  return (
    <fieldset class="form-languages">
      <legend class="visually-hidden">{text('writeIn')}</legend>
      <Icon of={Languages} />
      {languages.map((tag) => {
        const missing = missingIn(texts, tag);
        return (
          <button
            key={tag}
            type="button"
            class="button button-small"
            aria-pressed={tag === language}
            onClick={() => onChoose(tag)}
          >
            <span lang={tag}>{nameOf(tag)}</span>
            {missing > 0 && <span class="muted">{text('missing', { count: missing })}</span>}
          </button>
        );
      })}
      {others.length > 0 && (
        <select
          aria-label={text('addLanguage')}
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') onChoose(currentTarget.value);
            currentTarget.value = '';
          }}
        >
          <option value="">{text('addLanguage')}</option>
          {others.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {languageNames[tag]}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}

function nameOf(tag: string): string {
  const language = languageOf(tag);
  if (language === null) return tag;
  return tag === language ? languageNames[language] : `${languageNames[language]} (${tag})`;
}

import { type Language, languageNames, languageOf } from '../../../src/platform/language/languages.ts';
import { useFormWords } from '../language/translator-context.ts';

interface LanguageChoiceProps {
  readonly languages: readonly string[];
  readonly chosen: string;
  onChoose(language: string): void;
}

/** The language in which a text for customers is written. */
export function LanguageChoice({ languages, chosen, onChoose }: LanguageChoiceProps) {
  const { text } = useFormWords();
  return (
    <fieldset class="language-choice">
      <legend class="visually-hidden">{text('writeIn')}</legend>
      {languages.map((tag) => (
        <button key={tag} type="button" class="chip" aria-pressed={tag === chosen} onClick={() => onChoose(tag)}>
          <span lang={tag}>{languageNames[languageOf(tag) as Language] ?? tag}</span>
        </button>
      ))}
    </fieldset>
  );
}

import { LanguageOptions } from '../../../page-kit/language/language-options.tsx';
import { type Language, languageNames } from './languages.ts';
import { useTranslator } from './translator-context.ts';

export function LanguageSwitch({ onChange }: { onChange(language: Language): void }) {
  const { language, text } = useTranslator();
  return (
    <label class="language" part="language">
      <span class="visually-hidden">{text('language')}</span>
      <select part="input" value={language} onChange={({ currentTarget }) => onChange(currentTarget.value as Language)}>
        <LanguageOptions names={languageNames} chosen={language} />
      </select>
    </label>
  );
}

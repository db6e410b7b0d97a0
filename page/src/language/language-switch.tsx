import { type Language, languageNames } from './languages.ts';
import { useTranslator } from './translator-context.ts';

export function LanguageSwitch({ onChange }: { onChange(language: Language): void }) {
  const { language, text } = useTranslator();
  return (
    <label class="language" part="language">
      <span class="visually-hidden">{text('language')}</span>
      <select part="input" value={language} onChange={({ currentTarget }) => onChange(currentTarget.value as Language)}>
        {Object.entries(languageNames).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag} selected={tag === language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

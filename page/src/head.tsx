import { useState } from 'preact/hooks';
import type { CataloguePicture, CatalogueText } from '../../client/src/commission-client.ts';
import { LanguageOptions } from '../../page-kit/language/language-options.tsx';
import { tagIn } from '../../page-kit/language/translator.ts';
import { CatalogueWords } from './language/catalogue-words.tsx';
import { type Language, languageNames } from './language/languages.ts';
import { useTranslator } from './language/translator-context.ts';
import { Heading } from './parts/heading.tsx';

export interface HeadProps {
  /** The service's address. */
  readonly endpoint: string;
  /** Parts that the form leaves out because the page has its own. */
  readonly hides: { readonly title: boolean; readonly language: boolean };
  onLanguage(language: Language): void;
  readonly title: CatalogueText | null;
  /** Texts of the studio that every language should have. */
  readonly written: readonly CatalogueText[];
  readonly logo: CataloguePicture | undefined;
}

/** The studio's logo and name, and the choice of language. */
export function Head({ title, written, logo, endpoint, hides, onLanguage }: HeadProps) {
  const { text } = useTranslator();
  if (hides.title && hides.language) return null;
  return (
    <header>
      {!hides.title && logo && <Logo logo={logo} endpoint={endpoint} />}
      {!hides.title && <Heading depth={0}>{title === null ? text('title') : <CatalogueWords text={title} />}</Heading>}
      {!hides.language && <LanguageSwitch written={written} onChange={onLanguage} />}
    </header>
  );
}

/** The title beside it says whose it is. */
function Logo({ logo: { url, width, height }, endpoint }: { logo: CataloguePicture; endpoint: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      class="logo"
      part="logo"
      src={new URL(url, endpoint).href}
      width={width}
      height={height}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

interface LanguageSwitchProps extends Pick<HeadProps, 'written'> {
  onChange(language: Language): void;
}

/** The languages that the studio has written come first. */
function LanguageSwitch({ written, onChange }: LanguageSwitchProps) {
  const { language, text } = useTranslator();
  const has = ([tag]: readonly [string, string]) =>
    written.every((one) => typeof one === 'string' || tagIn(one, tag) !== undefined);
  const names = Object.entries(languageNames);
  const others = names.filter((one) => !has(one));
  return (
    <label class="language" part="language">
      <span class="visually-hidden">{text('language')}</span>
      <select part="input" value={language} onChange={({ currentTarget }) => onChange(currentTarget.value as Language)}>
        <LanguageOptions names={Object.fromEntries(names.filter(has))} chosen={language} />
        {others.length > 0 && (
          <optgroup label={text('languagesUnwritten')}>
            <LanguageOptions names={Object.fromEntries(others)} chosen={language} />
          </optgroup>
        )}
      </select>
    </label>
  );
}

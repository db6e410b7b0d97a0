import { useState } from 'preact/hooks';
import type { CataloguePicture, CatalogueText } from '../../client/src/commission-client.ts';
import { LanguageOptions } from '../../page-kit/language/language-options.tsx';
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
  readonly logo: CataloguePicture | undefined;
}

/** The studio's logo and name, and the choice of language. */
export function Head({ title, logo, endpoint, hides, onLanguage }: HeadProps) {
  const { text } = useTranslator();
  if (hides.title && hides.language) return null;
  return (
    <header>
      {!hides.title && logo && <Logo logo={logo} endpoint={endpoint} />}
      {!hides.title && <Heading depth={0}>{title === null ? text('title') : <CatalogueWords text={title} />}</Heading>}
      {!hides.language && <LanguageSwitch onChange={onLanguage} />}
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

function LanguageSwitch({ onChange }: { onChange(language: Language): void }) {
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

import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import type { LanguagePreference } from '../../platform/language/language-preference.ts';
import { directionOf, type Language, languageNames, languages, textIn } from '../../platform/language/languages.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { LegalTexts } from './legal-footer.tsx';
import { fixedShadeOf, type PageStyle, themeStyleOf } from './page-style.ts';
import { statusScript } from './status-script.ts';

/** The reader of a page, the texts in the reader's language, and the studio's catalogue. */
export interface PageContext {
  readonly reader: LanguagePreference;
  readonly messages: StatusMessages;
  readonly catalogue: Catalogue;
  /** The icon of the catalogue, or null without one. */
  readonly icon: PageIcon | null;
  readonly style: PageStyle;
  /** The relative path from the page to the form. */
  readonly root: string;
  /** Parameters that the links to other languages keep. */
  readonly query?: string;
}

export interface PageIcon {
  /** Relative to the form. */
  readonly path: string;
  readonly mediaType: string;
}

interface DocumentParts {
  readonly title: string;
  readonly main: ComponentChildren;
  /** The class of the body: a page of one column of text, or one of several. */
  readonly width: 'narrow' | 'wide';
  /** The first parts of the footer. */
  readonly notes: readonly ComponentChildren[];
}

/** The icon of the form without a catalogue, which the service serves for its reference page too. */
const defaultIcon: PageIcon = { path: 'docs.svg', mediaType: 'image/svg+xml' };

/** Returns a whole HTML page. The renderer escapes every text in it. */
export function statusDocument(parts: DocumentParts, context: PageContext): string {
  return `<!doctype html>\n${render(<Document parts={parts} context={context} />)}\n`;
}

function Document({ parts, context }: { readonly parts: DocumentParts; readonly context: PageContext }) {
  const { reader, messages, catalogue, icon, style, root, query } = context;
  const { title, main, width, notes } = parts;
  const studio = studioOf(context);
  const { path, mediaType } = icon ?? defaultIcon;
  return (
    <html lang={reader.language} dir={directionOf(reader.language)} data-theme={fixedShadeOf(catalogue)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{studio === null ? title : `${title} · ${studio}`}</title>
        <link rel="icon" href={root + path} type={mediaType} />
        <Style of={style} />
        <Style of={themeStyleOf(catalogue)} />
      </head>
      <body class={width}>
        <header>
          <a href={root}>
            <Logo of={catalogue.logo} root={root} />
            <bdi>{studio ?? messages.form}</bdi>
          </a>
        </header>
        <main>{main}</main>
        <footer>
          {notes}
          <LegalTexts catalogue={catalogue} messages={messages} language={reader.language} />
          <nav aria-label={messages.language}>
            <ul>
              {languages.map((language) => (
                <LanguageLink language={language} current={reader.language} query={query} />
              ))}
            </ul>
          </nav>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: statusScript }} />
      </body>
    </html>
  );
}

function Style({ of }: { readonly of: PageStyle | null }) {
  if (of === null) return null;
  return <style dangerouslySetInnerHTML={{ __html: of.css }} />;
}

/** Returns the name of the studio in the reader's language, or null without one. */
export function studioOf({ catalogue, reader }: PageContext): string | null {
  return catalogue.title === null ? null : textIn(catalogue.title, reader.language);
}

const mostLogoPixels = { width: 200, height: 56 };

/** The name of the studio follows it, so the picture has no words. */
function Logo({ of: logo, root }: { readonly of: Catalogue['logo']; readonly root: string }) {
  if (logo === undefined) return null;
  const scale = Math.min(1, mostLogoPixels.width / logo.width, mostLogoPixels.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  return <img src={root + logo.url} width={width} height={height} alt="" />;
}

interface LanguageLinkProps {
  readonly language: Language;
  readonly current: Language;
  readonly query: string | undefined;
}

function LanguageLink({ language, current, query }: LanguageLinkProps) {
  const kept = query === undefined ? '' : `${query}&`;
  return (
    <li>
      <a
        href={`?${kept}lang=${language}`}
        lang={language}
        dir={directionOf(language)}
        hreflang={language}
        aria-current={language === current ? 'true' : undefined}
      >
        {languageNames[language]}
      </a>
    </li>
  );
}

import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import type { LanguagePreference } from '../../platform/language/language-preference.ts';
import { directionOf, languageNames, languages, textIn } from '../../platform/language/languages.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import { legalFooter } from './legal-footer.ts';
import { statusScript } from './status-script.ts';
import { statusStyle } from './status-style.ts';
import { themeStyleOf } from './theme-style.ts';

/** The reader of a page, the texts in the reader's language, and the studio's catalogue. */
export interface PageContext {
  readonly reader: LanguagePreference;
  readonly messages: StatusMessages;
  readonly catalogue: Catalogue;
  /** The icon of the catalogue, or null when it names none. */
  readonly icon: PageIcon | null;
  /** The relative path from the page to the form. */
  readonly root: string;
  /** What the query of the page keeps in another language. */
  readonly query?: string;
}

export interface PageIcon {
  /** Relative to the form. */
  readonly path: string;
  readonly mediaType: string;
}

interface DocumentParts {
  /** Plain text. */
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** The paragraphs of the footer, in HTML. */
  readonly notes: readonly string[];
}

/** The icon of the form without a catalogue, which the service serves for its reference page too. */
const defaultIcon: PageIcon = { path: 'docs.svg', mediaType: 'image/svg+xml' };

/** Returns a whole HTML page. */
export function statusDocument({ title, main, notes }: DocumentParts, context: PageContext): string {
  const { reader, messages, catalogue, icon, root } = context;
  const { css } = themeStyleOf(catalogue);
  const studio = studioOf(context);
  const { path, mediaType } = icon ?? defaultIcon;
  return `<!doctype html>
<html lang="${reader.language}" dir="${directionOf(reader.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(studio === null ? title : `${title} · ${studio}`)}</title>
<link rel="icon" href="${root}${escapeHtml(path)}" type="${escapeHtml(mediaType)}">
<style>${statusStyle}</style>${css === '' ? '' : `\n<style>${css}</style>`}
</head>
<body>
<header><a href="${root}">${logoOf(context)}<bdi>${escapeHtml(studio ?? messages.form)}</bdi></a></header>
<main>
${main}
</main>
<footer>
${[...notes.map((note) => `<p>${note}</p>`), ...legalOf(context)].join('\n')}
<nav aria-label="${escapeHtml(messages.language)}"><ul>${languages.map((one) => languageLink(one, context)).join('')}</ul></nav>
</footer>
<script>${statusScript}</script>
</body>
</html>
`;
}

function legalOf({ catalogue, messages, reader }: PageContext): readonly string[] {
  const html = legalFooter(catalogue, messages, reader.language);
  return html === '' ? [] : [html];
}

/** Returns the name of the studio in the reader's language, or null when it has none. */
export function studioOf({ catalogue, reader }: PageContext): string | null {
  return catalogue.title === null ? null : textIn(catalogue.title, reader.language);
}

const mostLogoPixels = { width: 240, height: 72 };

/** The name of the studio follows it, so the picture has no words. */
function logoOf({ catalogue: { logo }, root }: PageContext): string {
  if (logo === undefined) return '';
  const scale = Math.min(1, mostLogoPixels.width / logo.width, mostLogoPixels.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  return `<img src="${root}${escapeHtml(logo.url)}" width="${width}" height="${height}" alt=""><br>`;
}

function languageLink(language: (typeof languages)[number], { reader, query }: PageContext): string {
  const current = language === reader.language ? ' aria-current="true"' : '';
  const direction = directionOf(language);
  const kept = query === undefined ? '' : `${query}&amp;`;
  return `<li><a href="?${kept}lang=${language}" lang="${language}" dir="${direction}" hreflang="${language}"${current}>${languageNames[language]}</a></li>`;
}

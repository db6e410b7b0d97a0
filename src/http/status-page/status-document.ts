import type { Catalogue } from '../../catalogue/catalogue.ts';
import { escapeHtml } from '../../description/escape-html.ts';
import type { LanguagePreference } from '../../language/language-preference.ts';
import { directionOf, languageNames, languages, textIn } from '../../language/languages.ts';
import type { StatusMessages } from '../../status-links/messages/status-messages.ts';
import { statusScript } from './status-script.ts';
import { statusStyle } from './status-style.ts';

/** The reader of a page, the texts in the reader's language, and the studio's catalogue. */
export interface PageContext {
  readonly reader: LanguagePreference;
  readonly messages: StatusMessages;
  readonly catalogue: Catalogue;
  /** The path of the icon relative to the form, or null when the catalogue names no icon. */
  readonly iconPath: string | null;
}

interface DocumentParts {
  /** Plain text. */
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** The paragraphs of the footer, in HTML. */
  readonly notes: readonly string[];
}

/** The relative path from a page below `requests/` to the form. */
const root = '../';

/** Returns a whole HTML page. */
export function statusDocument({ title, main, notes }: DocumentParts, context: PageContext): string {
  const { reader, messages, catalogue, iconPath } = context;
  const form = catalogue.title === null ? messages.form : textIn(catalogue.title, reader.language);
  const icon = `${root}${escapeHtml(iconPath ?? 'docs.svg')}`;
  return `<!doctype html>
<html lang="${reader.language}" dir="${directionOf(reader.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${icon}">
<style>${statusStyle}</style>
</head>
<body>
<header><a href="${root}"><bdi>${escapeHtml(form)}</bdi></a></header>
<main>
${main}
</main>
<footer>
${notes.map((note) => `<p>${note}</p>`).join('\n')}
<nav aria-label="${escapeHtml(messages.language)}"><ul>${languages.map((one) => languageLink(one, reader)).join('')}</ul></nav>
</footer>
<script>${statusScript}</script>
</body>
</html>
`;
}

function languageLink(language: (typeof languages)[number], reader: LanguagePreference): string {
  const current = language === reader.language ? ' aria-current="true"' : '';
  const direction = directionOf(language);
  return `<li><a href="?lang=${language}" lang="${language}" dir="${direction}" hreflang="${language}"${current}>${languageNames[language]}</a></li>`;
}

import type { Catalogue } from '../../catalogue/catalogue.ts';
import { escapeHtml } from '../../description/escape-html.ts';
import { directionOf, languageNames, languages, textIn } from '../../language/languages.ts';
import type { Reader } from '../../language/reader.ts';
import type { StatusMessages } from '../../status-links/messages/status-messages.ts';
import { statusStyle } from './status-style.ts';

/** Whom a page is for, and whose it is. */
export interface PageContext {
  readonly reader: Reader;
  readonly messages: StatusMessages;
  readonly catalogue: Catalogue;
  /** Below the form's own page; null where the catalogue names none. */
  readonly iconPath: string | null;
}

interface DocumentParts {
  /** Text. */
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** Paragraphs of HTML at the foot. */
  readonly notes: readonly string[];
}

/** From a page below `requests/` to the form. */
const root = '../';

/** A whole page around what it says, without a script. */
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
</body>
</html>
`;
}

function languageLink(language: (typeof languages)[number], reader: Reader): string {
  const current = language === reader.language ? ' aria-current="true"' : '';
  const direction = directionOf(language);
  return `<li><a href="?lang=${language}" lang="${language}" dir="${direction}" hreflang="${language}"${current}>${languageNames[language]}</a></li>`;
}

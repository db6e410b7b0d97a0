import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';

/** The content of the page's head for browser tabs, search engines and link previews, and the limits that the form begins with. */
interface PageHead {
  readonly catalogue: Catalogue;
  /** Absolute, ends with `/`. Null when unknown. */
  readonly publicUrl: string | null;
  /** Paths below the page, or null without a picture. Without an image of its own the page has the studio's logo. */
  readonly imagePath: string | null;
  readonly iconPath: string | null;
  /** JSON of a submission's limits. The form need not ask for them. */
  readonly limits: string;
  /** JSON for search engines, which a script can hold. Null without offers. */
  readonly offers: string | null;
}

/** Search engines and link previews cut descriptions themselves, but not to less than this. */
const maxDescriptionCharacters = 300;

/** Returns the built page with the catalogue's texts in its head. Keeps the page's words where the catalogue has no text. */
export function renderPageHead(
  html: string,
  { catalogue, publicUrl, imagePath, iconPath, limits, offers }: PageHead,
): string {
  const title = catalogue.title?.en;
  const description = catalogue.introduction?.en;
  const image = imagePath ?? catalogue.logo?.url ?? null;
  const properties = [
    publicUrl !== null && property('og:url', publicUrl),
    image !== null && property('og:image', `${publicUrl ?? './'}${image}`),
    offers !== null && `<script type="application/ld+json">${offers}</script>\n  `,
  ];
  const scheme = catalogue.theme?.scheme;
  return html
    .replace('<html', (tag) => (scheme === 'light' || scheme === 'dark' ? `${tag} data-theme="${scheme}"` : tag))
    .replace(/(<title>|<h1>|<meta property="og:title" content=")([^<"]*)/g, replacedBy(title))
    .replace(
      /(<meta (?:name="|property="og:)description" content=")([^"]*)/g,
      replacedBy(description && brief(description)),
    )
    .replace(/(<link rel="icon" )[^>]*>/, (link, tag) => (iconPath === null ? link : `${tag}href="./${iconPath}" />`))
    .replace('<commission-form ', (tag) => `${tag}limits="${escapeHtml(limits)}" `)
    .replace('</head>', (end) => properties.filter(Boolean).join('') + end);
}

const replacedBy = (text: string | undefined) => (_match: string, opening: string, before: string) =>
  opening + (text === undefined ? before : escapeHtml(text));

const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />\n  `;

function brief(prose: string): string {
  const characters = [...prose.replace(/\s+/g, ' ').trim()];
  return characters.length <= maxDescriptionCharacters
    ? characters.join('')
    : `${characters.slice(0, maxDescriptionCharacters - 1).join('')}…`;
}

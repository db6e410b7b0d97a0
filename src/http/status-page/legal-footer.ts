import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';
import { type Language, textIn } from '../../platform/language/languages.ts';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import { paragraphsOf } from './paragraphs.ts';

const kinds = ['imprint', 'privacy', 'notice'] as const;

/** Returns the legal texts as HTML: each opens in place, or is a link when it is nothing but an address (S27). */
export function legalFooter({ legal }: Catalogue, messages: StatusMessages, language: Language): string {
  return kinds
    .flatMap((kind) => {
      const texts = legal?.[kind];
      return texts ? [legalText(messages.legal[kind], textIn(texts, language))] : [];
    })
    .join('\n');
}

function legalText(name: string, text: string): string {
  const address = addressIn(text.trim());
  if (address === null) {
    return `<details><summary>${escapeHtml(name)}</summary>${paragraphsOf(text)}</details>`;
  }
  return `<p><a href="${escapeHtml(address)}" rel="noopener noreferrer">${escapeHtml(name)}</a></p>`;
}

/** Returns null for a text that is more than an address, and for addresses of other schemes. */
function addressIn(text: string): string | null {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text).href : null;
}

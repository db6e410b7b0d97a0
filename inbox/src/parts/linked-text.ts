/** A part of a text: words or a web address. */
interface TextPart {
  readonly text: string;
  /** Null for words. */
  readonly url: URL | null;
}

// Characters that control the writing direction end an address, because they could disguise its target.
const addressPattern = /(?:https?:\/\/|www\.)[^\s<>"'`\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
const mark = /[.,;:!?…'"’”»]/u;
const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A browser takes seconds to show 26,000 addresses. */
const mostParts = 2000;

/** Splits a text into words and addresses. The parts joined are the whole text. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(addressPattern)) {
    const link = withoutPunctuation(found);
    const url = webAddress(link);
    if (url === null) continue;
    if (parts.length > mostParts) break;
    if (index > at) parts.push({ text: text.slice(at, index), url: null });
    parts.push({ text: link, url });
    at = index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), url: null });
  return parts;
}

/** Removes trailing punctuation of the sentence, and closing brackets that the address does not open. */
function withoutPunctuation(found: string): string {
  const unopened = new Map(Object.entries(openingOf).map(([close, open]) => [close, excess(found, close, open)]));
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const count = unopened.get(last) ?? 0;
    if (count > 0) unopened.set(last, count - 1);
    else if (!mark.test(last)) break;
  }
  return found.slice(0, end);
}

function excess(text: string, close: string, open: string): number {
  return text.split(close).length - text.split(open).length;
}

/** Browsers read the name of a longer one in time quadratic in its length. */
const mostCharacters = 2048;

function webAddress(text: string): URL | null {
  if (text.length > mostCharacters) return null;
  const address = /^https?:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : null;
}

/** Why an address may not lead where it seems to. */
export type LinkWarning = 'user-name' | 'foreign-letters' | 'unencrypted';

export function warningsAbout(url: URL): readonly LinkWarning[] {
  const warnings: LinkWarning[] = [];
  if (url.username !== '' || url.password !== '') warnings.push('user-name');
  if (/(?:^|\.)xn--/.test(url.hostname)) warnings.push('foreign-letters');
  if (url.protocol === 'http:') warnings.push('unencrypted');
  return warnings;
}

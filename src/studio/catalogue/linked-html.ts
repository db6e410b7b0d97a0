import { escapeHtml } from './escape-html.ts';

/** Ends at blanks, invisible and directional characters, quotes, and the brackets and marks of East Asian sentences. */
const address = /(?<![\w+.@/%-])https?:\/\/[^\s<>"`\\\p{C}\p{Z}“”‘’«»…、。，！？；：（）「」『』【】《》〈〉]+/iu;
/** A mailbox of ASCII characters, whole: in other texts its end could not be told. */
const mailbox =
  /(?<![\p{L}\p{M}\p{N}_.%+@/-])[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\p{L}\p{M}\p{N}_@-]|\.[\p{L}\p{N}])/iu;
const candidates = new RegExp(`(?:${address.source})|(?:${mailbox.source})`, 'giu');

const maxCharacters = 2048;

interface Link {
  /** The part of the text that is the link. */
  readonly written: string;
  readonly href: string;
  /** The address and, where it does not spell it, the host that a browser opens. */
  readonly shown: string;
}

/**
 * Splits a text into words and links. Addresses with http and https and mailboxes are links. Everything else stays text,
 * such as addresses with a user name (`https://bank@evil.example`) and of other schemes. A link shows its address and,
 * where the address does not spell it, the host that a browser opens: `https://müller.example (xn--mller-kva.example)`.
 */
export function partsOf(text: string): readonly (string | Link)[] {
  const parts: (string | Link)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const link = linkOf(found);
    if (link === null) continue;
    parts.push(text.slice(end, index), link);
    end = index + link.written.length;
  }
  return [...parts, text.slice(end)];
}

/** Returns the text as HTML with its links. */
export function linkedHtml(text: string): string {
  return partsOf(text)
    .map((part) => (typeof part === 'string' ? escapeHtml(part) : htmlOf(part)))
    .join('');
}

function linkOf(found: string): Link | null {
  if (found.length > maxCharacters) return null;
  if (!/^https?:/i.test(found)) {
    return { written: found, href: `mailto:${found.replaceAll('%', '%25')}`, shown: found };
  }
  const written = withoutSentenceEnd(found);
  if (!URL.canParse(written)) return null;
  const { href, hostname, username, password } = new URL(written);
  const [authority = ''] = /(?<=:\/\/)[^/?#]*/.exec(written) ?? [];
  if (username !== '' || password !== '' || authority.includes('@')) return null;
  const isSpelled = authority.toLowerCase().replace(/:\d*$/, '') === hostname;
  return { written, href, shown: isSpelled ? written : `${written} (${hostname})` };
}

/** Returns the address without the marks that end a sentence, and without a bracket that it does not open. */
function withoutSentenceEnd(found: string): string {
  let written = found;
  for (;;) {
    const last = written.at(-1) ?? '';
    const opening = { ')': '(', ']': '[', '}': '{' }[last];
    const isStray = opening !== undefined && written.split(last).length > written.split(opening).length;
    if (!isStray && !/[.,;:!?'*~|]/.test(last)) return written;
    written = written.slice(0, -1);
  }
}

/** Isolates the address, so that directional characters before it do not turn it around. */
function htmlOf({ href, shown }: Link): string {
  return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow"><bdi dir="ltr">${escapeHtml(shown)}</bdi></a>`;
}

import { escapeHtml } from './escape-html.ts';

/** Ends at blanks, invisible and directional characters, quotes, and the brackets and marks of East Asian sentences. */
const address = /(?<![\w+.@/%-])https?:\/\/[^\s<>"`\\\p{C}\p{Z}“”‘’«»…、。，！？；：（）「」『』【】《》〈〉]+/iu;
/** A mailbox of ASCII characters, whole: in other texts its end could not be told. */
const mailbox =
  /(?<![\p{L}\p{M}\p{N}_.%+@/-])[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\p{L}\p{M}\p{N}_@-]|\.[\p{L}\p{N}])/iu;
const candidates = new RegExp(`(?:${address.source})|(?:${mailbox.source})`, 'giu');

const maxCharacters = 2048;

/**
 * Returns the text as HTML, in which http and https addresses and mailboxes are links. Everything else stays text, such
 * as addresses with a user name (`https://bank@evil.example`) and of other schemes. A link shows its address and, where
 * the address does not spell it, the host that a browser opens: `https://müller.example (xn--mller-kva.example)`.
 */
export function linkedHtml(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const link = linkOf(found);
    if (link === null) continue;
    html += escapeHtml(text.slice(end, index)) + htmlOf(link);
    end = index + link.written.length;
  }
  return html + escapeHtml(text.slice(end));
}

interface Link {
  /** The part of the text that is the link. */
  readonly written: string;
  readonly href: string;
  /** The host as a browser reads it, where it is not what is written, else null. */
  readonly host: string | null;
}

function linkOf(found: string): Link | null {
  if (found.length > maxCharacters) return null;
  if (!/^https?:/i.test(found)) return { written: found, href: `mailto:${found.replaceAll('%', '%25')}`, host: null };
  const written = withoutSentenceEnd(found);
  if (!URL.canParse(written)) return null;
  const { href, hostname, username, password } = new URL(written);
  const [authority = ''] = /(?<=:\/\/)[^/?#]*/.exec(written) ?? [];
  if (username !== '' || password !== '' || authority.includes('@')) return null;
  const isSpelled = authority.toLowerCase().replace(/:\d*$/, '') === hostname;
  return { written, href, host: isSpelled ? null : hostname };
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
function htmlOf({ written, href, host }: Link): string {
  const shown = host === null ? written : `${written} (${host})`;
  return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow"><bdi dir="ltr">${escapeHtml(shown)}</bdi></a>`;
}

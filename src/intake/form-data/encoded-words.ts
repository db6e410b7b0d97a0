/**
 * An encoded word, `=?charset?encoding?text?=` (RFC 2047 section 2), whose text has at least one character. A language may
 * follow the charset (RFC 2231).
 */
const word = /^=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([!->@-~]+)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const quotedPrintable = /^(?:[^=]|=[0-9A-Fa-f]{2})*$/;

interface Word {
  readonly charset: string;
  readonly bytes: Buffer;
}

/**
 * Decodes a text that consists of one or more encoded words. White space between words does not count. A client
 * may split a character between two words (RFC 2047 section 6.2), so their bytes are decoded together.
 * Returns null for any other text, for an unknown charset and for bytes that are not of their charset.
 */
export function decodeEncodedWords(text: string): string | null {
  if (!text.startsWith('=?')) return null;
  const words = text.split(/[ \t\r\n]+/).map(wordOf);
  const [first] = words;
  if (first == null || !words.every((one) => one?.charset === first.charset)) return null;
  return decode(Buffer.concat(words.map((one) => one?.bytes ?? Buffer.alloc(0))), first.charset);
}

function wordOf(text: string): Word | null {
  const [, charset = '', encoding = '', encoded = ''] = word.exec(text) ?? [];
  const bytes = encoding.toUpperCase() === 'B' ? fromBase64(encoded) : fromQuotedPrintable(encoded);
  return charset === '' || bytes === null ? null : { charset: charset.toLowerCase(), bytes };
}

function fromBase64(encoded: string): Buffer | null {
  return base64.test(encoded) ? Buffer.from(encoded, 'base64') : null;
}

/** RFC 2047 section 4.2. */
function fromQuotedPrintable(encoded: string): Buffer | null {
  if (!quotedPrintable.test(encoded)) return null;
  const latin1 = encoded
    .replaceAll('_', ' ')
    .replace(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

/** U+0000 is in no name (C13). */
function decode(bytes: Buffer, charset: string): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

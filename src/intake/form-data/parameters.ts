import { skipWhitespace, trimWhitespace } from '../../platform/language/whitespace.ts';

export interface Parameter {
  /** The name in lower case. */
  readonly name: string;
  /** For a quoted string, the characters between the quotes, with escapes left as sent. */
  readonly value: string;
  readonly quoted: boolean;
}

interface ParameterizedValue {
  /** The text before the first `;`, trimmed and in lower case. */
  readonly head: string;
  /** The parameters in order, or null when they cannot be parsed. */
  readonly parameters: readonly Parameter[] | null;
}

/** A token (RFC 9110 section 5.6.2). */
export const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads a field value of the form `head; name=token; name="quoted"` (RFC 9110 section 5.6.6). Accepts whitespace around
 * `;` and `=`, empty parameters, and any character but `;` in an unquoted value. Takes time linear in the length.
 */
export function readParameterized(value: string): ParameterizedValue {
  const [head = ''] = value.split(';', 1);
  return { head: trimWhitespace(head).toLowerCase(), parameters: readParameters(value, head.length + 1) };
}

function readParameters(text: string, from: number): Parameter[] | null {
  const parameters: Parameter[] = [];
  let at = skipWhitespace(text, from);
  while (at < text.length) {
    if (text[at] !== ';') {
      const equals = text.indexOf('=', at);
      const name = trimWhitespace(text.slice(at, Math.max(at, equals)));
      if (!token.test(name)) return null;
      const start = skipWhitespace(text, equals + 1);
      const quoted = text[start] === '"';
      const end = quoted ? closingQuote(text, start + 1) : endOfToken(text, start);
      if (end === -1) return null;
      const value = quoted ? text.slice(start + 1, end) : trimWhitespace(text.slice(start, end));
      parameters.push({ name: name.toLowerCase(), value, quoted });
      at = quoted ? skipWhitespace(text, end + 1) : end;
    }
    at = skipWhitespace(text, at + 1);
  }
  return parameters;
}

function endOfToken(text: string, from: number): number {
  const semicolon = text.indexOf(';', from);
  return semicolon === -1 ? text.length : semicolon;
}

/**
 * Returns the offset of the closing quote, or -1. Browsers send backslashes unescaped, so in `"a\"` the last quote
 * closes the string. Other clients send `\"` for a quote inside. So an escaped quote where a parameter could end is a
 * candidate: it closes the string when no other quote does.
 */
function closingQuote(text: string, from: number): number {
  let candidate = -1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return endsParameter(text, at + 1) ? at : candidate;
    if (text[at] !== '\\') continue;
    if (text[at + 1] === '"' && candidate === -1 && endsParameter(text, at + 2)) candidate = at + 1;
    if (text[at + 1] === '"' || text[at + 1] === '\\') at++;
  }
  return candidate;
}

function endsParameter(text: string, from: number): boolean {
  const at = skipWhitespace(text, from);
  return at === text.length || text[at] === ';';
}

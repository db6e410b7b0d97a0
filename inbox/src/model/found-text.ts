import type { InboxRequest } from '../api/shapes.ts';
import { excerptOf } from './excerpt.ts';

/** A text of a request around the searched words. */
export interface FoundText {
  readonly before: string;
  /** Empty where the text is the beginning of the message. */
  readonly found: string;
  readonly after: string;
}

type Searched = Pick<InboxRequest, 'message' | 'customerEmail' | 'customerSocials' | 'files'>;

const charactersBefore = 24;
const mostCharactersAfter = 300;

/**
 * Returns the text around the searched words. Without a search, and where other parts of the request have the words, it is
 * the beginning of the message, of at most `maxCharacters`. Ignores case.
 */
export function shownText(request: Searched, q: string, maxCharacters: number): FoundText {
  return foundText(request, q) ?? { before: excerptOf(request.message, maxCharacters), found: '', after: '' };
}

export const wholeText = ({ before, found, after }: FoundText): string => before + found + after;

function foundText({ message, customerEmail, customerSocials, files }: Searched, q: string): FoundText | null {
  const words = inOneLine(q);
  if (words === '') return null;
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
  for (const text of [message, customerEmail, customerSocials ?? '', ...files.map(({ name }) => name)]) {
    const line = inOneLine(text);
    const match = pattern.exec(line);
    if (match) return around(line, match.index, match[0]);
  }
  return null;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

function around(line: string, at: number, found: string): FoundText {
  const after = [...line.slice(at + found.length)].slice(0, mostCharactersAfter).join('');
  if (at <= charactersBefore) return { before: line.slice(0, at), found, after };
  // Begins with a whole word, where there is one.
  const [nearest = ''] = /(?<=\s)\S.*$/u.exec(line.slice(at - charactersBefore, at)) ?? [];
  return { before: `…${nearest}`, found, after };
}

import { isUtf8 } from 'node:buffer';
import { fieldValues, isWellFormedDisposition, withoutStrings } from './part-header-fields.ts';

/** A reason to reject a part's header block, with the condition that justifies it. */
export interface Refusal {
  /** The end of the error message. */
  readonly message: RegExp;
  /** The clause of the contract. */
  readonly clause: string;
  isJustified(block: string): boolean;
}

const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** All errors that the reader may have about a header block. `frame` checks the errors about delimiters. */
export const refusals: readonly Refusal[] = [
  { message: /are not UTF-8$/, clause: 'C7', isJustified: (block) => !isUtf8(Buffer.from(block, 'latin1')) },
  { message: /bare CR in a part's headers$/, clause: 'C6', isJustified: (block) => /\r(?!\n)/.test(block) },
  { message: /bare LF in a part's headers$/, clause: 'C6', isJustified: (block) => /(?<!\r)\n/.test(block) },
  { message: /NUL in a part's headers$/, clause: 'C7', isJustified: (block) => block.includes('\0') },
  {
    message: /a header line of a part has no colon$/,
    clause: 'C6',
    isJustified: (block) => linesOf(block).some((line) => !line.includes(':')),
  },
  {
    message: /a header of a part has an invalid name$/,
    clause: 'C6',
    isJustified: (block) => linesOf(block).some((line) => !fieldName.test(line.slice(0, line.indexOf(':')))),
  },
  { message: /a part has no Content-Disposition$/, clause: 'C7', isJustified: (block) => count(block) === 0 },
  { message: /a part has two Content-Dispositions$/, clause: 'C7', isJustified: (block) => count(block) > 1 },
  {
    message: /a Content-Disposition is not form-data$/,
    clause: 'C7',
    isJustified: (block) => !/^form-data[ \t]*(;|$)/i.test(dispositionOf(block)),
  },
  {
    message: /the parameters of a Content-Disposition cannot be read$/,
    clause: 'C7',
    isJustified: (block) => !isWellFormedDisposition(dispositionOf(block)),
  },
  {
    message: /a part has no name$/,
    clause: 'C7',
    isJustified: (block) => !(isWellFormedDisposition(dispositionOf(block)) && namesIn(block).includes('name')),
  },
  {
    message: /a Content-Disposition has two parameters (name|filename|filename\*)$/,
    clause: 'C7',
    isJustified: (block) => new Set(namesIn(block)).size < namesIn(block).length,
  },
  { message: /a file name is in pieces$/, clause: 'C7', isJustified: isFileNameInPieces },
  { message: /a filename\* cannot be decoded$/, clause: 'C7', isJustified: (block) => !hasDecodableFileName(block) },
];

function linesOf(block: string): string[] {
  return block.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

function count(block: string): number {
  return fieldValues(block, 'content-disposition').length;
}

function dispositionOf(block: string): string {
  return (fieldValues(block, 'content-disposition')[0] ?? '').replace(/^[ \t]+/, '');
}

/**
 * Returns the names of the parameters. For a malformed disposition, returns everything that could be a name, including
 * text in strings.
 */
function namesIn(block: string): string[] {
  const value = dispositionOf(block);
  const searched = isWellFormedDisposition(value) ? withoutStrings(value) : value;
  return [...searched.matchAll(/;[ \t]*([^=;"]+?)[ \t]*=/g)].map(([, name = '']) => name.toLowerCase());
}

/** RFC 2231 section 3. */
function isFileNameInPieces(block: string): boolean {
  return namesIn(block).some((name) => /^filename\*[0-9]/.test(name));
}

/** `decodeURIComponent` rejects bytes that are not UTF-8. */
function hasDecodableFileName(block: string): boolean {
  const [, charset = '', encoded = ''] =
    /;[ \t]*filename\*=([^']*)'[^']*'([^;]*)/i.exec(withoutStrings(dispositionOf(block))) ?? [];
  if (!isWellFormedDisposition(dispositionOf(block)) || /%00/.test(encoded)) return false;
  if (charset.toLowerCase() === 'iso-8859-1') return true;
  return charset.toLowerCase() === 'utf-8' && isUriDecodable(encoded);
}

function isUriDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

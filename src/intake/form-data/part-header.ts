import { isUtf8 } from 'node:buffer';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { trimWhitespace } from '../../platform/language/whitespace.ts';
import { readDisposition } from './disposition.ts';
import type { PartHeader } from './form-reader.ts';
import { token } from './parameters.ts';

const foldedLine = /\r\n[ \t]+/g;

/**
 * Reads a part's header lines, without the blank line after them (RFC 7578 section 4.2, RFC 5322 section 2.2; C1, C6,
 * C7, C22).
 * @throws {UnreadableMultipartError} when a line is malformed or the part has no readable name.
 */
export function readPartHeader(block: Buffer): PartHeader {
  let disposition: string | null = null;
  let contentType: string | null = null;
  for (const line of decode(block).replace(foldedLine, ' ').split('\r\n')) {
    const { name, value } = readField(line);
    if (name === 'content-type') contentType ??= value;
    if (name !== 'content-disposition') continue;
    if (disposition !== null) throw new UnreadableMultipartError('a part has two Content-Dispositions');
    disposition = value;
  }
  if (disposition === null) throw new UnreadableMultipartError('a part has no Content-Disposition');
  const { name, fileName } = readDisposition(disposition);
  return { name, fileName, contentType: contentType || null };
}

function decode(block: Buffer): string {
  if (!isUtf8(block)) throw new UnreadableMultipartError("a part's headers are not UTF-8");
  const text = block.toString('utf8');
  if (/\r(?!\n)/.test(text)) throw new UnreadableMultipartError("bare CR in a part's headers");
  if (/(?<!\r)\n/.test(text)) throw new UnreadableMultipartError("bare LF in a part's headers");
  // Browsers send the other control characters of a file name unencoded, so they are allowed.
  if (text.includes('\0')) throw new UnreadableMultipartError("NUL in a part's headers");
  return text;
}

function readField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) throw new UnreadableMultipartError('a header line of a part has no colon');
  const name = line.slice(0, colon);
  if (!token.test(name)) throw new UnreadableMultipartError('a header of a part has an invalid name');
  return { name: name.toLowerCase(), value: trimWhitespace(line.slice(colon + 1)) };
}

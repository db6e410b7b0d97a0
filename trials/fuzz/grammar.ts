import { maxPartHeaderBytes, maxParts } from '../../src/intake/submission/limits.ts';

/** A body parsed by RFC 2046's grammar and clause C6, without parsing the header blocks. */
export interface FramedForm {
  /** The header blocks, one character per byte. The last one may have no body. */
  readonly headers: readonly string[];
  /** The bodies of the parts that end. */
  readonly bodies: readonly Buffer[];
  /** True when the header block of some part and the following delimiter share their only line break. */
  readonly sharesLineBreak: boolean;
  /** The expected error of the reader, or null when the form is well-formed. */
  readonly fault: string | null;
}

/**
 * Parses a body with regular expressions over the whole body. Unlike the service's reader, it has no state that depends
 * on chunks.
 */
export function frame(body: Buffer, boundary: string): FramedForm {
  const text = `\r\n${body.toString('latin1')}`;
  const delimiter = delimiterPattern(boundary);
  const headers: string[] = [];
  const bodies: Buffer[] = [];
  let sharesLineBreak = false;
  let bodyStart = -1;
  const ended = (fault: string | null): FramedForm => ({
    headers,
    bodies,
    sharesLineBreak,
    fault,
  });

  if (body.length === 0) return ended('the body is empty');
  for (let match = delimiter.exec(text); match !== null; match = delimiter.exec(text)) {
    const [, close, lineEnd] = match;
    if (bodyStart === -1 && text.slice(0, match.index).includes(`--${boundary}`)) {
      return ended('the preamble holds the boundary');
    }
    if (lineEnd === '\n') return ended('bare LF behind a boundary');
    if (bodyStart !== -1) {
      sharesLineBreak ||= match.index < bodyStart;
      bodies.push(Buffer.from(text.slice(bodyStart, Math.max(bodyStart, match.index)), 'latin1'));
    }
    if (close !== undefined) {
      return ended(text.includes(`--${boundary}`, delimiter.lastIndex) ? 'the epilogue holds the boundary' : null);
    }
    if (bodies.length === maxParts) return ended(`The form has more than ${maxParts} parts`);

    const start = delimiter.lastIndex;
    const end = text.indexOf('\r\n\r\n', start);
    const fault = headerFault(text, start, end, boundary);
    if (fault !== null) return ended(fault);
    headers.push(text.slice(start, end));
    bodyStart = end + 4;
    // The line break of the blank line may also begin the delimiter that follows.
    delimiter.lastIndex = end + 2;
  }
  if (bodyStart === -1 && holdsBoundary(text, boundary)) return ended('the preamble holds the boundary');
  return ended('the final boundary is missing');
}

/** Whether a text without a delimiter holds the boundary, except at its end, where a delimiter may be cut off. */
function holdsBoundary(text: string, boundary: string): boolean {
  const cutOff = text.lastIndexOf(`\r\n--${boundary}`);
  const rest = cutOff === -1 ? '' : text.slice(cutOff + boundary.length + 4);
  const isCutOff = cutOff !== -1 && /^(?:-|[ \t]{0,256}\r?)$/.test(rest);
  return (isCutOff ? text.slice(0, cutOff) : text).includes(`--${boundary}`);
}

function delimiterPattern(boundary: string): RegExp {
  const literal = boundary.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return new RegExp(`\\r\\n--${literal}(?:(--)|[ \\t]{0,256}(\\r\\n|\\n))`, 'g');
}

function headerFault(text: string, start: number, end: number, boundary: string): string | null {
  if (text.startsWith('\r\n', start)) return 'a part has no headers';
  const length = (end === -1 ? text.length - 4 : end) - start;
  if (length > maxPartHeaderBytes || (end === -1 && length === maxPartHeaderBytes)) {
    return `a part's headers are over ${maxPartHeaderBytes} bytes`;
  }
  if (end === -1) return 'the final boundary is missing';
  const block = text.slice(start - 2, end);
  return block.includes(`\r\n--${boundary}`) ? 'a part ends inside its headers' : null;
}

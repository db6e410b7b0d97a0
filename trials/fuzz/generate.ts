import type { Random } from '../random.ts';
import { boundaries, paddingLengths, structuralPieces, textPieces } from './vocabulary.ts';

/** A form as a string of bytes (latin1). */
export interface Form {
  readonly boundary: string;
  readonly text: string;
}

const maxParts = 5;
const harmless = ['a', 'photo.png', ' ', 'my file.png', 'C:\\fake\\a.png', '../a', '\xc3\xa9', '%2F', '100%', ';', '='];

/** Returns a form that is well-formed, or nearly so, with names and contents that are hard to parse. */
export function generateForm(random: Random): Form {
  const boundary = random.pick(boundaries);
  const preamble = random.oneIn(8) ? `${content(boundary, random)}\r\n` : '';
  const parts = Array.from({ length: random.below(maxParts + 1) }, () => part(boundary, random));
  const epilogue = random.oneIn(8) ? content(boundary, random) : random.pick(['', '\r\n']);
  return { boundary, text: `${preamble}${parts.join('')}--${boundary}--${epilogue}` };
}

function part(boundary: string, random: Random): string {
  const padding = random.oneIn(20) ? random.pick([' ', '\t', ' \t ']) : '';
  return `--${boundary}${padding}\r\n${headers(random)}\r\n\r\n${content(boundary, random)}\r\n`;
}

function headers(random: Random): string {
  const lines = [disposition(random)];
  if (random.oneIn(2)) lines.push(`Content-Type: ${mediaType(random)}`);
  if (random.oneIn(6)) lines.push(random.pick(['X-A: b', 'X-Empty:', 'Content-Transfer-Encoding: base64', 'x:\t y\t']));
  if (random.oneIn(3)) lines.reverse();
  return lines.join('\r\n');
}

function mediaType(random: Random): string {
  return random.pick(['image/png', 'IMAGE/PNG', 'text/plain; charset=utf-8', 'application/octet-stream', 'x', 'a/b;c']);
}

function disposition(random: Random): string {
  const parameters = [`name=${value(random)}`];
  if (random.oneIn(2)) parameters.push(`filename=${value(random)}`);
  if (random.oneIn(8)) parameters.push(`filename*=${extendedValue(random)}`);
  if (random.oneIn(10)) parameters.push(`x=${value(random)}`);
  if (random.oneIn(4)) parameters.reverse();
  const separator = random.oneIn(10) ? random.pick([';', ' ; ', ';\r\n ', ';\t']) : '; ';
  return `Content-Disposition: ${['form-data', ...parameters].join(separator)}`;
}

function value(random: Random): string {
  if (random.oneIn(10)) return random.pick(['a', 'a%22b', 'two words', 'b.png']);
  const name = random.oneIn(2) ? random.pick(['a', 'files', 'payload', 'commission-form']) : trickyName(random);
  if (random.oneIn(3)) return `"${name.replace(/["\\]/g, '\\$&')}"`;
  if (random.oneIn(10)) return `"${name}"`;
  return `"${name.replaceAll('"', '%22')}"`;
}

function trickyName(random: Random): string {
  const pieces = random.oneIn(4) ? textPieces.filter((piece) => !/[\0\x80\xff\xed]/.test(piece)) : harmless;
  return Array.from({ length: random.below(5) }, () => random.pick(pieces)).join('');
}

function extendedValue(random: Random): string {
  return random.pick([
    "UTF-8''%C3%A9.png",
    "utf-8'en'a",
    "ISO-8859-1''%E9",
    "UTF-8''",
    "UTF-8''it's (1)",
    "UTF-8''%ff",
  ]);
}

function content(boundary: string, random: Random): string {
  if (random.oneIn(200)) return random.pick(structuralPieces).repeat(random.pick(paddingLengths));
  const near = [`--${boundary.slice(0, -1)}`, '\r\n-', '\r', '\n', '\r\n', '-', 'x', '\0', '\xff', 'text'];
  const any = [...near, `\r\n--${boundary.slice(0, -1)}\x01`, ` --${boundary}`];
  return Array.from({ length: random.below(8) }, () => random.pick(any)).join('');
}

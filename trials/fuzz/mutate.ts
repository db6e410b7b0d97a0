import type { Random } from '../random.ts';
import type { Form } from './generate.ts';
import { boundaryPieces, headerPieces, paddingLengths, structuralPieces, textPieces } from './vocabulary.ts';

type Mutator = (form: Form, other: Form, random: Random) => string;

const maxBytes = 200_000;

const mutators: readonly Mutator[] = [
  ({ text, boundary }, _, random) => insert(text, random.pick(boundaryPieces(boundary)), anywhere(text, random)),
  ({ text }, _, random) => insert(text, random.pick(structuralPieces), anywhere(text, random)),
  ({ text }, _, random) => insert(text, random.pick(structuralPieces), atMark(text, random)),
  ({ text }, _, random) => insert(text, random.pick(textPieces), anywhere(text, random)),
  ({ text }, _, random) => insert(text, random.pick(textPieces), atMark(text, random)),
  ({ text }, _, random) => insert(text, random.pick(headerPieces), atMark(text, random)),
  ({ text }, _, random) => insert(text, pad(random), atMark(text, random)),
  ({ text }, _, random) => removeMark(text, random),
  ({ text }, _, random) => replaceLineBreak(text, random),
  ({ text }, _, random) => fold(text, random),
  ({ text }, _, random) => removeRange(text, random),
  ({ text }, _, random) => copyRange(text, random),
  ({ text }, _, random) => flip(text, random),
  ({ text }, _, random) => text.slice(0, anywhere(text, random)),
  ({ text, boundary }, other, random) => splice(text, other.text.replaceAll(other.boundary, boundary), random),
];

/** Changes a form `times` times, in ways that are known to break readers. */
export function mutate(form: Form, other: Form, times: number, random: Random): Form {
  let { text } = form;
  for (let count = 0; count < times; count++) {
    text = random
      .pick(mutators)({ ...form, text }, other, random)
      .slice(0, maxBytes);
  }
  // Most mutations remove the end of the form, which would leave little to compare.
  const end = times > 0 && random.oneIn(2) ? `\r\n--${form.boundary}--\r\n` : '';
  return { boundary: form.boundary, text: text + end };
}

function insert(text: string, piece: string, at: number): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function anywhere(text: string, random: Random): number {
  return random.below(text.length + 1);
}

/** Returns an offset at or after a character with a meaning. */
function atMark(text: string, random: Random): number {
  const mark = findMark(text, random);
  return mark === -1 ? anywhere(text, random) : mark + random.below(2);
}

function findMark(text: string, random: Random): number {
  return text.indexOf(
    random.pick(['\r\n', '"', ';', '=', ':', '--', '\\', '%', '\r\n\r\n', 'name']),
    anywhere(text, random),
  );
}

function pad(random: Random): string {
  return random.pick([' ', '\t', '"', '\\"', '\\', '\r\n ', 'x', '-', ';', '\r\n--', '%22']).repeat(length(random));
}

/** Long lengths are slow to read, so they are rare. */
function length(random: Random): number {
  const lengths = random.oneIn(20) ? paddingLengths : paddingLengths.slice(0, 5);
  return random.pick(lengths);
}

function removeMark(text: string, random: Random): string {
  const at = findMark(text, random);
  return at === -1 ? text : text.slice(0, at) + text.slice(at + 1 + random.below(2));
}

function replaceLineBreak(text: string, random: Random): string {
  const at = text.indexOf('\r\n', anywhere(text, random));
  if (at === -1) return text;
  return text.slice(0, at) + random.pick(['\n', '\r', '\n\r', '\r\r\n', '\r\n\r\n', '']) + text.slice(at + 2);
}

/** Folds a header line, when it finds one. */
function fold(text: string, random: Random): string {
  const at = text.indexOf(random.pick([';', ' ', ':', '"']), anywhere(text, random));
  return insert(text, random.pick(['\r\n ', '\r\n\t', '\r\n \t ']), at === -1 ? anywhere(text, random) : at + 1);
}

function removeRange(text: string, random: Random): string {
  const at = anywhere(text, random);
  return text.slice(0, at) + text.slice(at + 1 + random.below(40));
}

function copyRange(text: string, random: Random): string {
  const at = anywhere(text, random);
  return insert(text, text.slice(at, at + random.below(200)), anywhere(text, random));
}

function flip(text: string, random: Random): string {
  const at = anywhere(text, random);
  return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
}

function splice(text: string, other: string, random: Random): string {
  return text.slice(0, anywhere(text, random)) + other.slice(anywhere(other, random));
}

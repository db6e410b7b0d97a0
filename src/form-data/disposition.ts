import { UnreadableMultipartError } from '../submission/unreadable-multipart-error.ts';
import { decodeExtendedValue } from './extended-value.ts';
import { type Parameter, readParameterized } from './parameters.ts';

export interface Disposition {
  readonly name: string;
  /** Null when the part is no file (C1). */
  readonly fileName: string | null;
}

const escapes = /%22|%0D|%0A|\\["\\]/g;
const characters: Readonly<Record<string, string>> = {
  '%22': '"',
  '%0D': '\r',
  '%0A': '\n',
  '\\"': '"',
  '\\\\': '\\',
};

/**
 * Reads a part's Content-Disposition (RFC 7578 section 4.2), its names as browsers, curl and httpx encode them (C7).
 * @throws {UnreadableMultipartError} when it is not form-data, or has no name, two of a kind, an unreadable one or one in
 * pieces.
 */
export function readDisposition(value: string): Disposition {
  const { head, parameters } = readParameterized(value);
  if (head !== 'form-data') throw new UnreadableMultipartError('a Content-Disposition is not form-data');
  if (parameters === null) throw new UnreadableMultipartError('the parameters of a Content-Disposition cannot be read');

  const name = findOne(parameters, 'name');
  if (name === null) throw new UnreadableMultipartError('a part has no name');
  const fileName = findOne(parameters, 'filename');
  const extended = findOne(parameters, 'filename*');
  if (extended !== null) return { name: decodeName(name), fileName: decodeExtendedFileName(extended) };
  if (fileName !== null) return { name: decodeName(name), fileName: decodeName(fileName) };
  // RFC 2231 section 3. Taken for no file, the part would be dropped.
  if (parameters.some((parameter) => /^filename\*\d/.test(parameter.name))) {
    throw new UnreadableMultipartError('a file name is in pieces');
  }
  return { name: decodeName(name), fileName: null };
}

function findOne(parameters: readonly Parameter[], name: string): Parameter | null {
  const [found, second] = parameters.filter((parameter) => parameter.name === name);
  if (second !== undefined) throw new UnreadableMultipartError(`a Content-Disposition has two parameters ${name}`);
  return found ?? null;
}

function decodeName({ value, quoted }: Parameter): string {
  if (!quoted) return value;
  return value.replace(escapes, (encoded) => characters[encoded] ?? encoded);
}

function decodeExtendedFileName({ value, quoted }: Parameter): string {
  const fileName = quoted ? null : decodeExtendedValue(value);
  if (fileName === null) throw new UnreadableMultipartError('a filename* cannot be decoded');
  return fileName;
}

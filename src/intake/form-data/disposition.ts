import { isUtf8 } from 'node:buffer';
import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { type Parameter, readParameterized } from './parameters.ts';

interface Disposition {
  readonly name: string;
  /** Null when the part is not a file (C1). */
  readonly fileName: string | null;
}

const quotedPairs = /\\(["\\])/g;
const percentEscapes = /%22|%0D|%0A/g;
const characters: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

const extendedValue = /^([^']*)'[^']*'([\x20-\x7e]*)$/;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;

/**
 * Reads a part's Content-Disposition (RFC 7578 section 4.2). Decodes names as browsers, curl and httpx encode them: C7.
 * @throws {UnreadableMultipartError} when it is not form-data, has no name, has two of a kind, or a name cannot be
 * decoded or is in pieces.
 */
export function readDisposition(value: string): Disposition {
  const { head, parameters } = readParameterized(value);
  if (head !== 'form-data') throw new UnreadableMultipartError('a Content-Disposition is not form-data');
  if (parameters === null) throw new UnreadableMultipartError('the parameters of a Content-Disposition cannot be read');

  const name = findOne(parameters, 'name');
  if (name === null) throw new UnreadableMultipartError('a part has no name');
  // RFC 2231 section 3. Alone, the part would count as text and be dropped. Beside a whole name, either may be meant.
  if (parameters.some((parameter) => /^filename\*\d/.test(parameter.name))) {
    throw new UnreadableMultipartError('a file name is in pieces');
  }
  return { name: decodeName(name), fileName: fileNameOf(parameters) };
}

function fileNameOf(parameters: readonly Parameter[]): string | null {
  const fileName = findOne(parameters, 'filename');
  const extended = findOne(parameters, 'filename*');
  if (extended !== null) return decodeExtendedFileName(extended);
  if (fileName === null) return null;
  // .NET and Spring send encoded words, although RFC 7578 does not allow them.
  return decodeEncodedWords(withoutQuotedPairs(fileName)) ?? decodeName(fileName);
}

function findOne(parameters: readonly Parameter[], name: string): Parameter | null {
  const [found, second] = parameters.filter((parameter) => parameter.name === name);
  if (second !== undefined) throw new UnreadableMultipartError(`a Content-Disposition has two parameters ${name}`);
  return found ?? null;
}

/** Returns the value of a quoted string (RFC 9110 section 5.6.4), in which encoded words are decoded afterwards. */
function withoutQuotedPairs({ value, quoted }: Parameter): string {
  return quoted ? value.replace(quotedPairs, '$1') : value;
}

function decodeName(parameter: Parameter): string {
  const text = withoutQuotedPairs(parameter);
  return parameter.quoted ? text.replace(percentEscapes, (encoded) => characters[encoded] ?? encoded) : text;
}

/** Some clients quote the value, although RFC 8187 does not allow it. */
function decodeExtendedFileName({ value }: Parameter): string {
  const fileName = decodeExtendedValue(value);
  if (fileName === null) throw new UnreadableMultipartError('a filename* cannot be decoded');
  return fileName;
}

/**
 * Decodes an ext-value, `charset'language'percent-encoded` (RFC 8187 section 3.2.1, RFC 5987), in UTF-8 or ISO-8859-1.
 * Accepts printable ASCII that should have been encoded. Returns null when the value cannot be decoded or holds U+0000.
 */
export function decodeExtendedValue(value: string): string | null {
  const [, charset, encoded] = extendedValue.exec(value) ?? [];
  if (charset === undefined || encoded === undefined || brokenEscape.test(encoded)) return null;
  const bytes = Buffer.from(
    encoded.replace(/%(..)/g, (_, hex: string) => byteOf(hex)),
    'latin1',
  );
  if (bytes.includes(0)) return null;
  if (charset.toLowerCase() === 'iso-8859-1') return bytes.toString('latin1');
  if (charset.toLowerCase() === 'utf-8' && isUtf8(bytes)) return bytes.toString('utf8');
  return null;
}

function byteOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

const quote = 0x22;
const comma = 0x2c;
const hyphen = 0x2d;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const literals = new Map(['true', 'false', 'null'].map((text) => [text.charCodeAt(0), Buffer.from(text)]));

/** How many hexadecimal digits follow the character behind a backslash; a character that is not here makes no escape. */
const escapeDigits = new Map(
  [...'"\\/bfnrtu'].map((character) => [character.charCodeAt(0), character === 'u' ? 4 : 0]),
);

/** The text is no JSON. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';
}

/** The offset of the first byte from `at` on that is no whitespace. */
export function skipJsonWhitespace(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let byte = bytes[end]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; ) byte = bytes[++end];
  return end;
}

/**
 * The offset behind the JSON value (RFC 8259) that begins at `at`. Nothing is made of the value, so that time and memory
 * hardly depend on what it holds; nesting has no limit.
 * @param closers Written over; as long as the text, for a value may be nested as deep.
 * @throws {InvalidJsonError}
 */
export function skipJsonValue(bytes: Uint8Array, at: number, closers: Uint8Array): number {
  let end = at;
  let depth = 0;
  for (;;) {
    const closer = closerOf(bytes[end]);
    if (closer === null) {
      end = skipScalar(bytes, end);
    } else {
      end = skipJsonWhitespace(bytes, end + 1);
      if (bytes[end] !== closer) {
        closers[depth++] = closer;
        if (closer === closeBrace) end = skipJsonKey(bytes, end);
        continue;
      }
      end += 1;
    }
    while (depth > 0) {
      end = skipJsonWhitespace(bytes, end);
      if (bytes[end] === comma) break;
      end = expectByte(bytes, end, closers[--depth]);
    }
    if (depth === 0) return end;
    end = skipJsonWhitespace(bytes, end + 1);
    if (closers[depth - 1] === closeBrace) end = skipJsonKey(bytes, end);
  }
}

function closerOf(byte: number | undefined): number | null {
  if (byte === openBracket) return closeBracket;
  return byte === openBrace ? closeBrace : null;
}

/** From the key of an object's member to its value. @throws {InvalidJsonError} */
export function skipJsonKey(bytes: Uint8Array, at: number): number {
  const end = skipJsonWhitespace(bytes, skipJsonString(bytes, at));
  return skipJsonWhitespace(bytes, expectByte(bytes, end, colon));
}

/** @throws {InvalidJsonError} */
export function skipJsonString(bytes: Uint8Array, at: number): number {
  let end = expectByte(bytes, at, quote);
  for (;;) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === undefined || byte < 0x20) throw new InvalidJsonError('A string has no end or a control character');
    end = byte === backslash ? skipEscape(bytes, end + 1) : end + 1;
  }
}

function skipEscape(bytes: Uint8Array, at: number): number {
  const digits = escapeDigits.get(bytes[at] ?? 0);
  if (digits === undefined) throw new InvalidJsonError('An escape');
  const end = at + 1 + digits;
  for (let digit = at + 1; digit < end; digit += 1) {
    if (!isHexDigit(bytes[digit])) throw new InvalidJsonError('An escape without four digits');
  }
  return end;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === quote) return skipJsonString(bytes, at);
  if (first === hyphen || isDigit(first)) return skipNumber(bytes, at);
  return skipLiteral(bytes, at);
}

function skipLiteral(bytes: Uint8Array, at: number): number {
  const literal = literals.get(bytes[at] ?? 0);
  if (literal === undefined) throw new InvalidJsonError('No value begins like this');
  for (let index = 0; index < literal.length; index += 1) expectByte(bytes, at + index, literal[index]);
  return at + literal.length;
}

function skipNumber(bytes: Uint8Array, at: number): number {
  let end = bytes[at] === hyphen ? at + 1 : at;
  end = bytes[end] === 0x30 ? end + 1 : skipDigits(bytes, end);
  if (bytes[end] === 0x2e) end = skipDigits(bytes, end + 1);
  if (bytes[end] !== 0x65 && bytes[end] !== 0x45) return end;
  end += 1;
  return skipDigits(bytes, bytes[end] === 0x2b || bytes[end] === 0x2d ? end + 1 : end);
}

function skipDigits(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isDigit(bytes[end])) end += 1;
  if (end === at) throw new InvalidJsonError('A digit is missing');
  return end;
}

function expectByte(bytes: Uint8Array, at: number, expected: number | undefined): number {
  if (bytes[at] !== expected) throw new InvalidJsonError(`Something else is expected at ${at}`);
  return at + 1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The character (a UTF-16 unit) that four hexadecimal digits from `at` on stand for. */
export function hexCharacter(bytes: Uint8Array, at: number): number {
  let character = 0;
  for (let digit = at; digit < at + 4; digit += 1) character = character * 16 + hexValue(bytes[digit] ?? 0);
  return character;
}

/** The letters' low four bits begin at 1, upper and lower case alike. */
function hexValue(byte: number): number {
  return isDigit(byte) ? byte - 0x30 : (byte & 0x0f) + 9;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

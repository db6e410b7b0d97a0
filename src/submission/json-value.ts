const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const literals = ['true', 'false', 'null'].map((text) => Buffer.from(text));

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
 * @throws {InvalidJsonError}
 */
export function skipJsonValue(bytes: Uint8Array, at: number): number {
  if (closerOf(bytes[at]) === null) return skipScalar(bytes, at);
  const closers: number[] = [];
  let end = at;
  for (;;) {
    const inside = enterContainer(bytes, end, closers);
    if (inside !== null) {
      end = inside;
      continue;
    }
    end = leaveContainers(bytes, skipLeaf(bytes, end), closers);
    if (closers.length === 0) return end;
  }
}

/** The offset of the container's first item; null when there is no container, or nothing in it. */
function enterContainer(bytes: Uint8Array, at: number, closers: number[]): number | null {
  const closer = closerOf(bytes[at]);
  if (closer === null) return null;
  const inside = skipJsonWhitespace(bytes, at + 1);
  if (bytes[inside] === closer) return null;
  closers.push(closer);
  return closer === closeBrace ? skipJsonKey(bytes, inside) : inside;
}

/** Behind an item: the offset of the next one, or that behind all containers. */
function leaveContainers(bytes: Uint8Array, at: number, closers: number[]): number {
  let end = at;
  for (let closer = closers.at(-1); closer !== undefined; closer = closers.at(-1)) {
    end = skipJsonWhitespace(bytes, end);
    if (bytes[end] === comma) {
      const next = skipJsonWhitespace(bytes, end + 1);
      return closer === closeBrace ? skipJsonKey(bytes, next) : next;
    }
    end = expectByte(bytes, end, closer);
    closers.pop();
  }
  return end;
}

function skipLeaf(bytes: Uint8Array, at: number): number {
  return closerOf(bytes[at]) === null ? skipScalar(bytes, at) : skipJsonWhitespace(bytes, at + 1) + 1;
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
  const byte = bytes[at];
  if (byte === undefined || !'"\\/bfnrtu'.includes(String.fromCharCode(byte))) throw new InvalidJsonError('An escape');
  if (byte !== 0x75) return at + 1;
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (!isHexDigit(bytes[digit])) throw new InvalidJsonError('An escape without four digits');
  }
  return at + 5;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === quote) return skipJsonString(bytes, at);
  const literal = literals.find((word) => word[0] === first);
  return literal === undefined ? skipNumber(bytes, at) : skipLiteral(bytes, at, literal);
}

function skipLiteral(bytes: Uint8Array, at: number, literal: Uint8Array): number {
  for (const [index, byte] of literal.entries()) expectByte(bytes, at + index, byte);
  return at + literal.length;
}

function skipNumber(bytes: Uint8Array, at: number): number {
  let end = bytes[at] === 0x2d ? at + 1 : at;
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

function expectByte(bytes: Uint8Array, at: number, expected: number): number {
  if (bytes[at] !== expected) throw new InvalidJsonError(`No ${String.fromCharCode(expected)} at ${at}`);
  return at + 1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

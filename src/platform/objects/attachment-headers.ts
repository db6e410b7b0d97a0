const defaultContentType = 'application/octet-stream';
const maxContentTypeLength = 1024;

const headerValue = /^[\t\x20-\x7e]+$/;

/** Limit for an encoded name. AWS accepts 8 KB of headers in total, Swift 8,192 bytes a line. */
const maxEncodedNameBytes = 3072;
const maxFallbackLength = 255;

const plainName = /^[!#-$&-.0-[\]-~]+(?: [!#-$&-.0-[\]-~]+)*$/;
const unsafeInQuotes = /[^\x20!#-$&-.0-[\]-~]/gu;
const simpleExtension = /\.[A-Za-z0-9]{1,16}$/;

/**
 * Returns the Content-Type to store an object with: the media type as sent if a header can carry it (C24). Replaces
 * tabs with spaces, because S3 stores disagree on how to sign a tab.
 */
export function objectContentType(mediaType: string): string {
  if (mediaType.length > maxContentTypeLength || !headerValue.test(mediaType)) return defaultContentType;
  return mediaType.replaceAll('\t', ' ');
}

/**
 * Returns the Content-Disposition of a customer's file (C24, RFC 6266): `attachment` and the original name. The name is
 * a plain quoted string where that is exact, else `filename*` (RFC 8187) after an ASCII substitute. A name that is too
 * long for a header is cut before its extension.
 */
export function attachmentDisposition(fileName: string): string {
  if (fileName === '') return 'attachment';
  const name = cutName(fileName, maxEncodedNameBytes, (text) => encodeExtendedValue(text).length);
  if (plainName.test(name)) return `attachment; filename="${name}"`;
  return `attachment; filename="${asciiStandIn(name)}"; filename*=UTF-8''${encodeExtendedValue(name)}`;
}

/** Percent-encodes in UTF-8 everything but `attr-char` (RFC 8187, section 3.2.1). */
function encodeExtendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Serves clients without `filename*`. Replaces percent signs: some clients decode them (RFC 6266, appendix D). */
function asciiStandIn(name: string): string {
  const ascii = name.replace(unsafeInQuotes, '_').replace(/ {2,}/g, ' ').trim();
  return cutName(ascii || '_', maxFallbackLength, (text) => text.length);
}

function cutName(name: string, maxLength: number, lengthOf: (text: string) => number): string {
  if (lengthOf(name) <= maxLength) return name;
  const extension = simpleExtension.exec(name)?.[0] ?? '';
  let room = maxLength - lengthOf(extension);
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= lengthOf(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + extension;
}

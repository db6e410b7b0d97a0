const tokenLetters = "!#$%&'+\\-.^_`|~0-9A-Za-z";
const token = `[*${tokenLetters}]+`;
const quoted = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"';
const parameter = `[*${tokenLetters}]*=(?:${token}|${quoted})`;

const charset = '(?:utf-?8|(?:us-)?ascii|latin1|iso[-_]?8859-?1|(?:windows-|(?:x-)?cp)1252|utf-?16le|ucs-?2|base64)';
const encodedLetter = '(?:[!#$&+\\-.^_`|~0-9A-Za-z]|%[0-9A-Fa-f]{2})';
const extendedParameter = `[*${tokenLetters}]*\\*=${charset}'[^';]*'(?:${encodedLetter}+|(?=[ \\t;]))`;
const plainParameter = `[*${tokenLetters}]*[${tokenLetters}]=(?:${token}|${quoted})`;

/** RFC 6266 section 4.1 and RFC 9110 section 5.6.6, with the charsets and the small liberties of busboy. */
const disposition = new RegExp(`^form-data${list(`(?:${extendedParameter}|${plainParameter})`)}$`, 'i');
/** RFC 9110 section 8.3.1, with the same liberties. */
const mediaType = new RegExp(`^${token}/${token}${list(parameter)}$`);

function list(item: string): string {
  return `(?:[ \\t]*;[ \\t]*${item})*[ \\t]*`;
}

export function isWellFormedDisposition(value: string): boolean {
  return disposition.test(value);
}

export function isWellFormedMediaType(value: string): boolean {
  return mediaType.test(value);
}

/**
 * Returns the values of the header fields with this name as busboy sees them. The line breaks of folds are removed;
 * their whitespace stays, also at the beginning of the value.
 */
export function fieldValues(block: string, name: string): string[] {
  return block
    .split(/\r\n(?![ \t])/)
    .filter((line) => line.slice(0, line.indexOf(':')).toLowerCase() === name)
    .map((line) =>
      line
        .slice(line.indexOf(':') + 1)
        .replace(/^[ \t]+/, '')
        .replaceAll('\r\n', ''),
    );
}

export function isFolded(block: string): boolean {
  return /\r\n[ \t]/.test(block);
}

/**
 * Returns a well-formed disposition with empty quoted strings. A quote in the language of an ext-value begins no
 * string.
 */
export function withoutStrings(disposition: string): string {
  return disposition.replace(/(;[ \t]*[^=;"]*=)"(?:[^"\\]|\\.)*"/g, '$1""');
}

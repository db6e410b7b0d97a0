import { isUtf8 } from 'node:buffer';

const form = /^([^']*)'[^']*'([\x20-\x7e]*)$/;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;

/**
 * Decodes an ext-value, `charset'language'percent-encoded` (RFC 8187 section 3.2.1, RFC 5987), in UTF-8 or ISO-8859-1.
 * Printable ASCII that should have been encoded is taken as it is. Null when it cannot be decoded or holds U+0000.
 */
export function decodeExtendedValue(value: string): string | null {
  const [, charset, encoded] = form.exec(value) ?? [];
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

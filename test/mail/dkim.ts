import { createHash, createVerify } from 'node:crypto';

/**
 * Whether the `DKIM-Signature` of a mail is valid under this key: RFC 6376 section 6.1.3, with relaxed canonicalization
 * of header and body.
 * @param publicKey PEM
 */
export function isDkimValid(source: string, publicKey: string): boolean {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^DKIM-Signature:/i.test(header)) ?? '';
  const tags = tagsOf(signature);
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return false;
  const hash = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)))
    .digest('base64');
  if (hash !== tags.get('bh')) return false;
  // Of several headers with one name, the last one is signed first.
  const left = [...headers].reverse();
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const at = left.findIndex((header) => header.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return at < 0 ? [] : left.splice(at, 1).map((header) => `${relaxedHeader(header)}\r\n`);
  });
  const unsigned = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, '$1'));
  return createVerify('sha256')
    .update(signed.join('') + unsigned)
    .verify(publicKey, tags.get('b') ?? '', 'base64');
}

function tagsOf(signature: string): ReadonlyMap<string, string> {
  const [, value = ''] = /^[^:]*:(.*)$/s.exec(signature) ?? [];
  const pairs = value.split(';').map((tag) => /^\s*(\w+)\s*=(.*)$/s.exec(tag));
  return new Map(pairs.flatMap((match) => (match ? [[match[1] ?? '', (match[2] ?? '').replace(/\s/g, '')]] : [])));
}

function relaxedHeader(header: string): string {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(header) ?? [];
  return `${name.trim().toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(?:\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

import { randomBytes } from 'node:crypto';
import { maxFileBytes } from '../../src/intake/submission/limits.ts';
import { filePart, type RawPart } from './form.ts';

/** A file that clients may send, with its expected stored form. */
interface WeirdFile {
  readonly part: RawPart;
  readonly bytes: Buffer;
  readonly name: string;
  readonly type: string;
  readonly extension: string;
  /** The headers of the stored object. */
  readonly contentType: string;
  readonly contentDisposition: string;
}

const octetStream = 'application/octet-stream';
const longType = `image/${'x'.repeat(1200)}`;

/** Returns ten files of sizes from zero to the largest, with unusual names and media types (C7, C22 to C24). */
export function weirdFiles(): WeirdFile[] {
  return [
    {
      ...sent('empty.png', 'image/png', 0),
      name: 'empty.png',
      extension: 'png',
      contentDisposition: 'attachment; filename="empty.png"',
    },
    {
      ...sent('C:\\fake\\a.png', 'IMAGE/PNG', 1),
      name: 'C:\\fake\\a.png',
      extension: 'PNG',
      contentDisposition: `attachment; filename="C:_fake_a.png"; filename*=UTF-8''C%3A%5Cfake%5Ca.png`,
    },
    {
      ...sent('say %22hi%22.txt', 'text/plain; charset="a;b/c"', 64 * 1024),
      name: 'say "hi".txt',
      extension: 'plain',
      contentDisposition: `attachment; filename="say _hi_.txt"; filename*=UTF-8''say%20%22hi%22.txt`,
    },
    {
      ...sent('two%0D%0Alines.svg', 'image/svg+xml; x="y"', maxFileBytes),
      name: 'two\r\nlines.svg',
      extension: 'svg+xml',
      contentDisposition: `attachment; filename="two__lines.svg"; filename*=UTF-8''two%0D%0Alines.svg`,
    },
    {
      ...sent('🐈 ü.png', 'image/ü🐈', 100),
      name: '🐈 ü.png',
      extension: '--',
      contentType: octetStream,
      contentDisposition: `attachment; filename="_ _.png"; filename*=UTF-8''%F0%9F%90%88%20%C3%BC.png`,
    },
    {
      ...sent(`${'n'.repeat(9996)}.png`, 'a/../../etc', 100),
      name: `${'n'.repeat(9996)}.png`,
      extension: '..-..-etc',
      contentDisposition: `attachment; filename="${'n'.repeat(3068)}.png"`,
    },
    {
      ...sent('../../etc/passwd', '', 100),
      name: '../../etc/passwd',
      type: octetStream,
      extension: 'bin',
      contentType: octetStream,
      contentDisposition: `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`,
    },
    {
      ...sent('100%25.png', 'png', 100),
      name: '100%25.png',
      extension: 'bin',
      contentDisposition: `attachment; filename="100_25.png"; filename*=UTF-8''100%2525.png`,
    },
    {
      ...sent(' a  b ', 'image/png;\tq=1', 100),
      name: ' a  b ',
      extension: 'png',
      contentType: 'image/png; q=1',
      contentDisposition: `attachment; filename="a b"; filename*=UTF-8''%20a%20%20b%20`,
    },
    {
      ...sent(`${'ü'.repeat(3000)}.png`, longType, 100),
      name: `${'ü'.repeat(3000)}.png`,
      extension: 'x'.repeat(127),
      contentType: octetStream,
      contentDisposition: `attachment; filename="${'_'.repeat(251)}.png"; filename*=UTF-8''${'%C3%BC'.repeat(511)}.png`,
    },
  ];
}

/** @param fileName The name as written in the part's header. */
function sent(fileName: string, type: string, size: number) {
  const bytes = randomBytes(size);
  return { part: filePart(fileName, bytes, type), bytes, type, contentType: type };
}

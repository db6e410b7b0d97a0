import { randomBytes } from 'node:crypto';
import type { RecordedPart } from './form-recorder.ts';

interface ValidBody {
  readonly title: string;
  readonly boundary: string;
  readonly body: Buffer;
  readonly parts: readonly RecordedPart[];
}

interface InvalidBody {
  readonly title: string;
  readonly boundary: string;
  readonly body: Buffer;
  /** The end of the reader's error message. */
  readonly message: string;
  /** The number of parts that end before the error. */
  readonly partsBefore: number;
}

const maxHeaderBlockBytes = 16 * 1024;
const boundary = 'bound';
const text = 'Content-Disposition: form-data; name="a"';

/** Returns a part as the readers emit it. By default it is a text part named `a`. */
export function part(body: Buffer | string, header: Partial<RecordedPart> = {}): RecordedPart {
  return { name: 'a', fileName: null, contentType: null, ...header, body: Buffer.from(body) };
}

/** Concatenates the lines and bytes of a body unchanged. */
export function bytes(...pieces: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

function valid(title: string, body: Buffer | string, parts: readonly RecordedPart[], own = boundary): ValidBody {
  return { title, boundary: own, body: Buffer.from(body), parts };
}

/** Returns a body of one part with this content, between `bound` delimiters. */
function content(title: string, body: Buffer | string): ValidBody {
  return valid(title, bytes(`--bound\r\n${text}\r\n\r\n`, body, '\r\n--bound--\r\n'), [part(body)]);
}

/** Returns a body of one part with these header lines. */
function headers(title: string, lines: string, header: Partial<RecordedPart>): ValidBody {
  return valid(title, `--bound\r\n${lines}\r\n\r\nx\r\n--bound--\r\n`, [part('x', header)]);
}

function file(title: string, disposition: string, fileName: string): ValidBody {
  const header = { name: 'files', fileName, contentType: 'image/png' };
  return headers(title, `Content-Disposition: ${disposition}\r\nContent-Type: image/png`, header);
}

function delimitedBy(title: string, own: string): ValidBody {
  const near = own.slice(0, -1);
  const body = `--${own}\r\n${text}\r\n\r\n1\r\n--${near}\r\n\r\n--${own}\r\n${text}\r\n\r\n2\r\n--${own}--`;
  return valid(title, body, [part(`1\r\n--${near}\r\n`), part('2')], own);
}

/** Returns a body of `count` parts, each with a body of one letter. */
export function manyParts(count: number): Buffer {
  return bytes(`--b\r\n${text}\r\n\r\nx\r\n`.repeat(count), '--b--\r\n');
}

/** Returns a body whose only part has a header block of this many bytes. */
function withHeaderBlock(blockBytes: number): Buffer {
  const filler = `\r\nX-Filler: ${'x'.repeat(blockBytes)}`.slice(0, blockBytes - text.length);
  return bytes(`--bound\r\n${text}${filler}\r\n\r\nx\r\n--bound--\r\n`);
}

const structure: readonly ValidBody[] = [
  valid('a form without parts', '--bound--\r\n', []),
  valid('a form without parts or a last line break', '--bound--', []),
  valid('a preamble', `Ignore me.\r\n\r\n--bound\r\n${text}\r\n\r\nx\r\n--bound--`, [part('x')]),
  valid('a preamble of one line break', `\r\n--bound\r\n${text}\r\n\r\nx\r\n--bound--`, [part('x')]),
  valid('near-boundaries in the preamble', `--bounX\r\n--boun\r\n--bound\r\n${text}\r\n\r\nx\r\n--bound--`, [
    part('x'),
  ]),
  valid('bare line feeds in the preamble', `a\nb\n\r\n--bound\r\n${text}\r\n\r\nx\r\n--bound--`, [part('x')]),
  valid('an epilogue', `--bound\r\n${text}\r\n\r\nx\r\n--bound--\r\nthe end\n\r\n--boun\r\nno part`, [part('x')]),
  valid('an epilogue right behind the final boundary', `--bound\r\n${text}\r\n\r\nx\r\n--bound--\nend`, [part('x')]),
  valid('padding', `--bound \t \r\n${text}\r\n\r\nx\r\n--bound\t\r\n${text}\r\n\r\ny\r\n--bound-- \t\r\n`, [
    part('x'),
    part('y'),
  ]),
  valid('256 bytes of padding', `--bound${' '.repeat(256)}\r\n${text}\r\n\r\nx\r\n--bound--`, [part('x')]),
  valid('a body that ends without a line break of its own', `--bound\r\n${text}\r\n\r\n--bound--\r\n`, [part('')]),
  valid('two of them', `--bound\r\n${text}\r\n\r\n--bound\r\n${text}\r\n\r\n--bound--`, [part(''), part('')]),
  valid(
    '1000 parts',
    manyParts(1000),
    Array.from({ length: 1000 }, () => part('x')),
    'b',
  ),
  valid('a header block of exactly 16 KiB', withHeaderBlock(maxHeaderBlockBytes), [part('x')]),
];

const contents: readonly ValidBody[] = [
  content('an empty body', ''),
  content('a body of one line break', '\r\n'),
  content('a body of dashes', '--'),
  content('a body that ends in CR', 'x\r'),
  content('a body that ends in LF', 'x\n'),
  content('a body that ends in a line break and dashes', 'x\r\n--'),
  content('a body of CRs', '\r'.repeat(40)),
  content('a body of line breaks', '\r\n'.repeat(40)),
  content('a body of line breaks and dashes', '\r\n--'.repeat(20)),
  content('bare line feeds', 'a\nb\n\n--bound\n'),
  content('a body that begins with a near-boundary', '--boundX'),
  content('a body that is a near-boundary', '\r\n--boundX'),
  content('near-boundaries one after the other', '\r\n--boundX\r\n--boun\r\n--bound-\r\n--bound -\r\n--boun'),
  content('a boundary and one dash', '\r\n--bound-x'),
  content('a boundary and CRs', '\r\n--bound\r\r\n--bound \r\r'),
  content('a boundary, padding and a letter', '\r\n--bound \t x\r\n--bound\tx'),
  content('a boundary and 257 bytes of padding', `\r\n--bound${' '.repeat(257)}\r\n${text}\r\n\r\n`),
  content('a boundary, 256 bytes of padding and a bare CR', `\r\n--bound${' '.repeat(256)}\rx`),
  content('beginnings of a delimiter', '\r\n\r\n-\r\n--b\r\n--bo\r\n--boun\r\r\n\r\n'),
  content('a boundary behind a bare CR and a bare LF', '\r--bound--\n--bound--'),
  content('a boundary in the line', 'x--bound--\r\nx --bound\r\n'),
  content('all bytes', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))),
  content('random bytes', randomBytes(1500)),
];

const headerForms: readonly ValidBody[] = [
  headers(
    'headers in any case and order',
    'content-TYPE:text/plain\r\nX-A: b\r\nCONTENT-disposition:FORM-Data;NAME="a"',
    {
      contentType: 'text/plain',
    },
  ),
  headers(
    'whitespace around the values',
    'Content-Disposition: \t form-data ; name = "a" \t;\r\nContent-Type: \t a/b \t',
    {
      contentType: 'a/b',
    },
  ),
  headers(
    'folded lines',
    'Content-Disposition: form-data;\r\n\tname="a b";\r\n filename="c\r\n \td"\r\nContent-Type:\r\n a/b;\r\n  c=d',
    {
      name: 'a b',
      fileName: 'c d',
      contentType: 'a/b; c=d',
    },
  ),
  headers('an empty Content-Type', `${text}\r\nContent-Type: `, {}),
  headers('two Content-Types', `Content-Type: a/b\r\n${text}\r\nContent-Type: c/d`, { contentType: 'a/b' }),
  headers('a Content-Transfer-Encoding', `${text}\r\nContent-Transfer-Encoding: base64`, {}),
  headers('a header without a value', `X-Empty:\r\n${text}`, {}),
  headers('an empty name', 'Content-Disposition: form-data; name=""', { name: '' }),
  headers('a name of several scripts', 'Content-Disposition: form-data; name="é漢🎨"', { name: 'é漢🎨' }),
  headers('a file without a type', 'Content-Disposition: form-data; name="files"; filename="a"', {
    name: 'files',
    fileName: 'a',
  }),
];

const nameForms: readonly ValidBody[] = [
  file('an untouched file input', 'form-data; name="files"; filename=""', ''),
  file('a quote as browsers encode it', 'form-data; name="files"; filename="a%22b.png"', 'a"b.png'),
  file('line breaks as browsers encode them', 'form-data; name="files"; filename="a%0D%0Ab%0A.png"', 'a\r\nb\n.png'),
  file(
    'other percent signs',
    'form-data; name="files"; filename="100%.png %2F %0d %0a %25"',
    '100%.png %2F %0d %0a %25',
  ),
  file('a fake path as browsers send it', 'form-data; name="files"; filename="C:\\fake\\a.png"', 'C:\\fake\\a.png'),
  file('a path upwards', 'form-data; name="files"; filename="../a.png"', '../a.png'),
  file('a backslash at the end', 'form-data; name="files"; filename="a\\"', 'a\\'),
  file('a backslash at the end of the first parameter', 'form-data; filename="a\\"; name="files"', 'a\\'),
  file('a backslash at the end, trailing semicolon', 'form-data; name="files"; filename="a\\" ;', 'a\\'),
  file('backslashes at the end of both names', 'form-data; filename="a\\"; name="files"; x="b\\"', 'a\\'),
  file('backslashes at the end of a name and of a token', 'form-data; filename="a\\"; x=b\\"; name="files"', 'a\\'),
  file('an escaped quote', 'form-data; name="files"; filename="a\\"b.png"', 'a"b.png'),
  file('an escaped quote before a semicolon', 'form-data; name="files"; filename="a\\"; x=\\"y.png"', 'a"; x="y.png'),
  file('escaped backslashes', 'form-data; name="files"; filename="C:\\\\x\\\\y.png"', 'C:\\x\\y.png'),
  file('an escaped backslash at the end', 'form-data; name="files"; filename="a\\\\"', 'a\\'),
  file('three backslashes at the end', 'form-data; name="files"; filename="a\\\\\\"', 'a\\\\'),
  file('a semicolon and an equals sign', 'form-data; name="files"; filename="a; name=b.png"', 'a; name=b.png'),
  file('raw UTF-8', 'form-data; name="files"; filename="naïve 漢字 🎨.png"', 'naïve 漢字 🎨.png'),
  file('a combining name, not normalized', 'form-data; name="files"; filename="e\u0301.png"', 'e\u0301.png'),
  file('spaces and a tab at the ends', 'form-data; name="files"; filename=" a\t"', ' a\t'),
  file('tokens', 'form-data; name=files; filename=a%22b.png', 'a%22b.png'),
  file('a token with a space', 'form-data; name=files ; filename= my file.png ', 'my file.png'),
  file('empty parameters', 'form-data;; name="files"; ;filename="a";;', 'a'),
  file('percent-encoded by aiohttp', 'form-data; name="files"; filename="a%20b.png"', 'a%20b.png'),
  file('filename* preferred', `form-data; name="files"; filename="x"; filename*=UTF-8''na%C3%AFve.png`, 'naïve.png'),
  file('filename* before filename', `form-data; name="files"; filename*=utf-8'en'%e2%82%ac; filename="x"`, '€'),
  file('filename* alone', `form-data; name="files"; FILENAME*=UTF-8''a%22%0D%0A%5C`, 'a"\r\n\\'),
  file('filename* in ISO-8859-1', `form-data; name="files"; filename*=iso-8859-1''%E9t%e9`, 'été'),
  file(
    'filename* with unencoded punctuation',
    `form-data; name="files"; filename*=UTF-8''it's (1).png`,
    "it's (1).png",
  ),
  file('a quoted filename*', `form-data; name="files"; filename*="UTF-8''%D0%BA%D0%BE%D1%82.png"`, 'кот.png'),
  file(
    'an encoded word as .NET sends it',
    'form-data; name="files"; filename="=?utf-8?B?0LrQvtGCLnBuZw==?="',
    'кот.png',
  ),
  file(
    'an encoded word in quoted-printable',
    'form-data; name="files"; filename="=?UTF-8?Q?na=C3=AFve_cat.png?="',
    'naïve cat.png',
  ),
  file('an encoded word as a token', 'form-data; name="files"; filename==?iso-8859-1?q?=E9t=E9.png?=', 'été.png'),
  file(
    'encoded words that split a character',
    'form-data; name="files"; filename="=?utf-8?B?0LrQ?= =?UTF-8?b?vtGC?="',
    'кот',
  ),
  file('an encoded word beside text', 'form-data; name="files"; filename="a =?utf-8?B?0LrQ?="', 'a =?utf-8?B?0LrQ?='),
  file(
    'an encoded word of an unknown charset',
    'form-data; name="files"; filename="=?x-none?B?YQ==?="',
    '=?x-none?B?YQ==?=',
  ),
  file('an encoded word of malformed UTF-8', 'form-data; name="files"; filename="=?utf-8?Q?=FF?="', '=?utf-8?Q?=FF?='),
  file('an encoded word with NUL', 'form-data; name="files"; filename="=?utf-8?Q?a=00?="', '=?utf-8?Q?a=00?='),
  file('an encoded word of damaged base64', 'form-data; name="files"; filename="=?utf-8?B?YQ=?="', '=?utf-8?B?YQ=?='),
  file('an empty filename*', `form-data; name="files"; filename*=UTF-8''; filename="x"`, ''),
];

const boundaries: readonly ValidBody[] = [
  delimitedBy('a boundary of 70 characters', `${'-'.repeat(10)}${'x'.repeat(60)}`),
  delimitedBy('a boundary of regular expression characters', '.*+?^$()|[]{}\\/'),
  delimitedBy('a boundary of dashes', '------'),
  delimitedBy('a boundary with a space', 'a b'),
  delimitedBy('a boundary with a colon', 'a:b'),
  delimitedBy("a browser's boundary", '----WebKitFormBoundary7MA4YWxkTrZu0gW'),
  valid('a boundary of one dash', `---\r\n${text}\r\n\r\n\r\n--\r\n-\r\n-----`, [part('\r\n--\r\n-')], '-'),
];

/** Valid forms, each for a different reason. */
export const validBodies: readonly ValidBody[] = [
  ...structure,
  ...contents,
  ...headerForms,
  ...nameForms,
  ...boundaries,
];

function invalid(title: string, body: Buffer | string, message: string, partsBefore = 0): InvalidBody {
  return { title, boundary, body: Buffer.from(body), message, partsBefore };
}

function badHeaders(title: string, lines: Buffer | string, message: string): InvalidBody {
  return invalid(title, bytes('--bound\r\n', lines, '\r\n\r\nx\r\n--bound--\r\n'), message);
}

function badDisposition(title: string, disposition: string, message: string): InvalidBody {
  return badHeaders(title, `Content-Disposition: ${disposition}`, message);
}

const missingEnd = 'the final boundary is missing';
const good = `--bound\r\n${text}\r\n\r\nx`;

/** A preamble that ends in the middle of a line or in another line end, so that the first delimiter does not count (C6). */
function preamble(title: string, before: string): InvalidBody {
  return invalid(
    title,
    `${before}${good}\r\n--bound\r\n${text}\r\n\r\ny\r\n--bound--\r\n`,
    'the preamble holds the boundary',
  );
}

function epilogue(title: string, behind: string): InvalidBody {
  return invalid(title, `${good}\r\n--bound--${behind}`, 'the epilogue holds the boundary', 1);
}

const brokenStructure: readonly InvalidBody[] = [
  preamble('a first boundary behind a bare LF', '\n'),
  preamble('a first boundary behind a bare CR', '\r'),
  preamble('a first boundary behind a blank', ' '),
  preamble('a first boundary behind a tab', '\t'),
  preamble('a first boundary behind a byte order mark', '\ufeff'),
  preamble('a first boundary behind a dash', '-'),
  preamble('a first boundary in a line', 'Ignore me. '),
  preamble('a first boundary behind two bare LFs', '\r\n\n'),
  invalid(
    'a first boundary with text behind it',
    `--boundX\r\n${good}\r\n--bound--`,
    'the preamble holds the boundary',
  ),
  epilogue('a part behind the end', `\r\n${good}\r\n--bound--\r\n`),
  epilogue('a part behind a bare LF behind the end', `\n${good}\r\n--bound--\r\n`),
  epilogue('a part right behind the end', `${good}\r\n--bound--\r\n`),
  epilogue('a second end', '\r\n--bound--\r\n'),
  epilogue('a boundary in a line behind the end', '\r\nthe end --bound'),
  invalid('an empty body', '', 'the body is empty'),
  invalid('no boundary at all', '{"customerName":"A"}', missingEnd),
  invalid('another boundary', `--other\r\n${text}\r\n\r\nx\r\n--other--\r\n`, missingEnd),
  invalid('only a boundary', '--bound', missingEnd),
  invalid('a body that ends behind a boundary', `${good}\r\n--bound\r\n`, missingEnd, 1),
  invalid('a body that ends in the padding', `${good}\r\n--bound  `, missingEnd),
  invalid('a body that ends in the headers', `${good}\r\n--bound\r\nContent-Disp`, missingEnd, 1),
  invalid('a body that ends in a part', `${good}\r\n`, missingEnd),
  invalid('a final boundary with one dash', `${good}\r\n--bound-`, missingEnd),
  invalid('a final boundary in the line', `${good}--bound--\r\n`, missingEnd),
  invalid('a final boundary behind a bare LF', `${good}\n--bound--\r\n`, missingEnd),
  invalid('a bare LF behind the first boundary', `--bound\n${text}\n\nx\n--bound--\n`, 'bare LF behind a boundary'),
  invalid('a bare LF behind padding', `--bound \t\n${text}\r\n\r\nx\r\n--bound--`, 'bare LF behind a boundary'),
  invalid('a bare LF behind a later boundary', `${good}\r\n--bound\n${text}`, 'bare LF behind a boundary'),
  invalid('a bare LF as the blank line', `--bound\r\n${text}\n\nx\r\n--bound--\r\n`, missingEnd),
  invalid(
    'a header block over 16 KiB',
    withHeaderBlock(maxHeaderBlockBytes + 1),
    "a part's headers are over 16384 bytes",
  ),
  invalid(
    'a header block without end',
    bytes('--bound\r\n', 'x'.repeat(20_000)),
    "a part's headers are over 16384 bytes",
  ),
  { ...invalid('1001 parts', manyParts(1001), 'The form has more than 1000 parts', 1000), boundary: 'b' },
  invalid(
    'a part that ends inside its headers',
    `--bound\r\n${text}\r\n--bound\r\n${text}\r\n\r\nx\r\n--bound--`,
    'a part ends inside its headers',
  ),
  invalid(
    'a part without any header line',
    `--bound\r\n--bound\r\n${text}\r\n\r\n--bound--`,
    'a part ends inside its headers',
  ),
  {
    ...invalid(
      'a part that ends inside its headers, boundary with a colon',
      `--a:b\r\n${text}\r\n--a:b\r\nX-A: b\r\n\r\nx\r\n--a:b--`,
      'a part ends inside its headers',
    ),
    boundary: 'a:b',
  },
  invalid('a part that ends inside its headers, at the end', `--bound\r\n${text}\r\n--bound--\r\n`, missingEnd),
];

const brokenHeaders: readonly InvalidBody[] = [
  invalid('an empty header block', '--bound\r\n\r\nx\r\n--bound--', 'a part has no headers'),
  badHeaders('no Content-Disposition', 'Content-Type: a/b', 'a part has no Content-Disposition'),
  badHeaders('two Content-Dispositions', `${text}\r\n${text}`, 'a part has two Content-Dispositions'),
  badHeaders('a bare LF between headers', `${text}\nX-A: b`, "bare LF in a part's headers"),
  badHeaders('a bare LF in a name', 'Content-Disposition: form-data; name="a\nb"', "bare LF in a part's headers"),
  badHeaders('a bare LF at the front', `\n${text}`, "bare LF in a part's headers"),
  badHeaders('a bare CR between headers', `${text}\rX-A: b`, "bare CR in a part's headers"),
  badHeaders('a bare CR at the end', `${text}\r`, "bare CR in a part's headers"),
  badHeaders('NUL in a name', 'Content-Disposition: form-data; name="a\0"', "NUL in a part's headers"),
  badHeaders('NUL in another header', `${text}\r\nX-A: \0`, "NUL in a part's headers"),
  badHeaders('malformed UTF-8 in a name', Buffer.from(`${text}\xff`, 'latin1'), "a part's headers are not UTF-8"),
  badHeaders(
    'a surrogate in UTF-8',
    bytes(text, Buffer.from('\xed\xa0\x80', 'latin1')),
    "a part's headers are not UTF-8",
  ),
  badHeaders(
    'malformed UTF-8 elsewhere',
    bytes(text, '\r\nX: ', Buffer.from([0xc3])),
    "a part's headers are not UTF-8",
  ),
  badHeaders('a line without a colon', `${text}\r\nnonsense`, 'a header line of a part has no colon'),
  badHeaders('a header without a name', `: x\r\n${text}`, 'a header of a part has an invalid name'),
  badHeaders(
    'a space before the colon',
    'Content-Disposition : form-data; name="a"',
    'a header of a part has an invalid name',
  ),
  badHeaders('a fold in the first line', ` ${text}`, 'a header of a part has an invalid name'),
  badHeaders('a byte order mark', `\ufeff${text}`, 'a header of a part has an invalid name'),
];

const unreadableParameters = 'the parameters of a Content-Disposition cannot be read';
const undecodable = 'a filename* cannot be decoded';

const brokenNames: readonly InvalidBody[] = [
  badDisposition('an empty Content-Disposition', '', 'a Content-Disposition is not form-data'),
  badDisposition('another disposition', 'attachment; name="a"', 'a Content-Disposition is not form-data'),
  badDisposition('no name', 'form-data', 'a part has no name'),
  badDisposition('a file without a name', 'form-data; filename="a"', 'a part has no name'),
  badDisposition('name* alone', "form-data; name*=UTF-8''a", 'a part has no name'),
  badDisposition('a name without a value', 'form-data; name', unreadableParameters),
  badDisposition('a value without a name', 'form-data; ="a"', unreadableParameters),
  badDisposition('no semicolon between', 'form-data; name="a" filename="b"', unreadableParameters),
  badDisposition('an unclosed name', 'form-data; name="a', unreadableParameters),
  badDisposition('a quote alone', 'form-data; name="', unreadableParameters),
  badDisposition('a quote inside', 'form-data; name="a"b"', unreadableParameters),
  badDisposition('a space inside a parameter name', 'form-data; na me="a"', unreadableParameters),
  badDisposition('two names', 'form-data; name="a"; NAME="a"', 'a Content-Disposition has two parameters name'),
  badDisposition(
    'two file names',
    'form-data; name="a"; filename=b; filename=b',
    'a Content-Disposition has two parameters filename',
  ),
  badDisposition(
    'two extended file names',
    "form-data; name=a; filename*=UTF-8''b; filename*=UTF-8''b",
    'a Content-Disposition has two parameters filename*',
  ),
  badDisposition('filename* in another charset', "form-data; name=a; filename*=UTF-16''b; filename=b", undecodable),
  badDisposition('filename* without a charset', "form-data; name=a; filename*=''b", undecodable),
  badDisposition('filename* without quotes', 'form-data; name=a; filename*=b; filename=b', undecodable),
  badDisposition('filename* with a broken escape', "form-data; name=a; filename*=UTF-8''100%", undecodable),
  badDisposition('filename* with another broken escape', "form-data; name=a; filename*=UTF-8''%C3%A", undecodable),
  badDisposition('filename* with malformed UTF-8', "form-data; name=a; filename*=UTF-8''%C3; filename=b", undecodable),
  badDisposition('filename* with raw UTF-8', "form-data; name=a; filename*=UTF-8''é", undecodable),
  badDisposition('filename* with NUL', "form-data; name=a; filename*=UTF-8''a%00", undecodable),
  badDisposition('a quoted filename* without a charset', 'form-data; name=a; filename*="b"', undecodable),
];

/** Bodies that are malformed or have too many parts, with the reader's error for each. */
export const invalidBodies: readonly InvalidBody[] = [...brokenStructure, ...brokenHeaders, ...brokenNames];

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt, type RecordedForm, type RecordedPart, recordForm } from '../../../test/support/form-recorder.ts';
import { bytes, part } from '../../../test/support/multipart-corpus.ts';
import { readPartHeader } from './part-header.ts';

const boundary = '----formBoundary7MA4YWxk';
const cuts = fc.array(fc.nat(), { maxLength: 12 });
const anyName = fc.string({ unit: 'binary', maxLength: 12 });
const trickyName = fc.string({
  unit: fc.constantFrom('\\', '"', ';', '=', ' ', '%', '2', 'a', '\r', '\n', 'é'),
  maxLength: 12,
});
const name = fc
  .oneof(anyName, trickyName)
  .map((text) => text.replaceAll('\0', ''))
  .filter((text) => !/%(22|0D|0A)/.test(text));

/**
 * Reduces a name to the text that survives a browser's encoding. Browsers send backslashes unescaped, so runs of backslashes do
 * not.
 */
const browserName = name.map((text) => text.replace(/\\+/g, '\\').replace(/^[ \t;]+/, ''));
const contentType = fc.constantFrom(null, 'image/png', 'text/plain; charset=utf-8');
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .array(fc.constantFrom('\r', '\n', '--', boundary, 'x'), { maxLength: 20 })
    .map((pieces) => withoutDelimiters(pieces.join(''))),
);

function withoutDelimiters(text: string): Buffer {
  return Buffer.from(text.replaceAll(`--${boundary}`, `--${boundary.slice(0, -1)}`));
}

function partsOf(names: fc.Arbitrary<string>): fc.Arbitrary<RecordedPart[]> {
  const fileName = fc.option(names);
  return fc.array(fc.record({ name: names, fileName, contentType, body }), { maxLength: 5 });
}

function encodeForm(parts: readonly RecordedPart[], encodeName: (name: string) => string): Buffer {
  const pieces = parts.flatMap(({ name, fileName, contentType, body }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${encodeName(name)}"`,
    fileName === null ? '' : `; filename="${encodeName(fileName)}"`,
    contentType === null ? '' : `\r\nContent-Type: ${contentType}`,
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  return bytes(...pieces, `--${boundary}--\r\n`);
}

function encodeAsBrowsers(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function encodeWithBackslashes(name: string): string {
  return name.replace(/["\\]/g, '\\$&').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function cutAnywhere(form: Buffer, offsets: readonly number[]): Buffer[] {
  return cutAt(
    form,
    offsets.map((offset) => offset % (form.length + 1)),
  );
}

describe('createFormReader, given a form as clients encode it', () => {
  it.each([
    ['browsers', partsOf(browserName), encodeAsBrowsers],
    ['clients that escape with backslashes', partsOf(name), encodeWithBackslashes],
  ])('reads back the forms of %s, however they are cut', (_, parts, encodeName) => {
    const readsBack = (expected: RecordedPart[], offsets: number[]) => {
      const form = encodeForm(expected, encodeName);
      expect(recordForm(boundary, cutAnywhere(form, offsets))).toEqual({ parts: expected, failure: null });
    };
    fc.assert(fc.property(parts, cuts, readsBack), { numRuns: 500 });
  });

  it('reads back any body over the letters of the delimiter', () => {
    const letters = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'b'), maxLength: 60 });
    const own = 'b-b';
    const readsBack = (text: string, offsets: number[]) => {
      const safe = text.replaceAll(`--${own}`, '');
      fc.pre(!safe.includes(`--${own}`));
      const form = bytes(`--${own}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${safe}\r\n--${own}--`);
      const expected = { parts: [part(safe)], failure: null };
      expect(recordForm(own, cutAnywhere(form, offsets))).toEqual(expected);
    };
    fc.assert(fc.property(letters, cuts, readsBack), { numRuns: 1000 });
  });
});

describe('createFormReader, given any bytes', () => {
  it('reads them like a reader that gets all at once', () => {
    const header = '\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    const letters = ['\r', '\n', '\r\n', '-', '--', 'b', ' ', '\t', 'x', ':'];
    const pieces = [
      '--b',
      '\r\n--b',
      '\r\n--b\r\n',
      `\r\n--b${header}`,
      `--b${header}`,
      '\r\n--b--',
      header,
      '\r\n\r\n',
    ];
    const text = fc.array(fc.constantFrom(...letters, ...pieces), { maxLength: 30 }).map((array) => array.join(''));
    const begun = text.map((rest) => `--b${header}${rest}`);
    const readsAlike = (body: string, offsets: number[]) => {
      const { parts, failure } = recordForm('b', cutAnywhere(Buffer.from(body), offsets));
      expect({ parts, failed: failure !== null }).toEqual(readAtOnce(body));
    };
    fc.assert(fc.property(fc.oneof(text, begun), cuts, readsAlike), { numRuns: 5000 });
  });
});

/** Parses the grammar with one regular expression, which has no state that depends on chunks. The boundary is `b`. */
function readAtOnce(body: string): { parts: RecordedForm['parts']; failed: boolean } {
  const delimiter = /\r\n--b(?:(--)|[ \t]{0,256}(\r\n|\n))/g;
  const text = `\r\n${body}`;
  const parts: RecordedPart[] = [];
  let bodyStart: number | null = null;
  let header = '';
  for (let match = delimiter.exec(text); match !== null; match = delimiter.exec(text)) {
    const [, close, lineEnd] = match;
    if (bodyStart === null && text.slice(0, match.index).includes('--b')) return { parts, failed: true };
    if (lineEnd === '\n') return { parts, failed: true };
    if (bodyStart !== null) {
      parts.push(
        part(text.slice(bodyStart + 2, Math.max(match.index, bodyStart + 2)), readPartHeader(Buffer.from(header))),
      );
    }
    if (close !== undefined) return { parts, failed: text.includes('--b', delimiter.lastIndex) };
    // The line break of the blank line may also begin the delimiter that follows.
    const blank = text.indexOf('\r\n\r\n', delimiter.lastIndex - 2);
    header = text.slice(delimiter.lastIndex, Math.max(blank, delimiter.lastIndex));
    if (blank === -1 || !isReadable(header)) return { parts, failed: true };
    bodyStart = blank + 2;
    delimiter.lastIndex = bodyStart;
  }
  return { parts, failed: true };
}

function isReadable(header: string): boolean {
  if (`\r\n${header}`.includes('\r\n--b')) return false;
  try {
    readPartHeader(Buffer.from(header));
    return true;
  } catch {
    return false;
  }
}

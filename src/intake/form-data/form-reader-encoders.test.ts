import { describe, expect, it } from 'vitest';
import { cutIntoBytes, recordForm } from '../../../test/support/form-recorder.ts';
import { part } from '../../../test/support/multipart-corpus.ts';
import { readBoundary } from './boundary.ts';

const fileNames = [
  'plain.png',
  'two words.png',
  'quo"te".png',
  'line\nbreak\rand\r\nboth.png',
  '100%.png',
  '%2F%25.png',
  'C:\\fake\\a.png',
  'ends in \\',
  'semi;colon=.png',
  "it's.png",
  'naïve 漢字 🎨.png',
  'filename="x".png',
  '\t',
];

describe("createFormReader, given a form of Node's own FormData", () => {
  it.each(fileNames)('reads back the file name %j', async (fileName) => {
    const form = new FormData();
    form.append('files', new File(['bytes'], fileName, { type: 'image/png' }));
    const expected = part('bytes', { name: 'files', fileName, contentType: 'image/png' });
    expect(await readEncoded(form)).toEqual({ parts: [expected], failure: null });
  });

  it.each(['payload', 'a"b', 'a\r\nb', '100%', 'ends in \\', '🎨'])('reads back the field name %j', async (name) => {
    const form = new FormData();
    form.append(name, 'value');
    form.append(name, new File([], 'empty.bin'));
    const file = part('', { name, fileName: 'empty.bin', contentType: 'application/octet-stream' });
    expect(await readEncoded(form)).toEqual({ parts: [part('value', { name }), file], failure: null });
  });

  it('reads back a payload and several files in their order', async () => {
    const form = new FormData();
    form.append('payload', '{"message":"naïve\\n🎨"}');
    const contents = ['\r\n--', '', '\r\n------formdata-undici-0', '\0\xff'];
    for (const [index, content] of contents.entries())
      form.append('files', new File([content], `${index}`, { type: 'a/b' }));
    const files = contents.map((body, index) =>
      part(body, { name: 'files', fileName: `${index}`, contentType: 'a/b' }),
    );
    const payload = part('{"message":"naïve\\n🎨"}', { name: 'payload' });
    expect(await readEncoded(form)).toEqual({ parts: [payload, ...files], failure: null });
  });

  it('reads back a form without parts', async () => {
    expect(await readEncoded(new FormData())).toEqual({ parts: [], failure: null });
  });
});

async function readEncoded(form: FormData) {
  const response = new Response(form);
  const boundary = readBoundary(response.headers.get('content-type') ?? undefined);
  const body = Buffer.from(await response.arrayBuffer());
  const whole = recordForm(boundary, [body]);
  expect(recordForm(boundary, cutIntoBytes(body))).toEqual(whole);
  return whole;
}

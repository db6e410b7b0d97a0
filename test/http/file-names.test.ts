import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, payloadPart, postForm } from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows, readObject } from '../support/stored-submission.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

const formWith = (parameters: string) =>
  encodeForm([
    payloadPart(),
    { headers: [`Content-Disposition: form-data; name="files"; ${parameters}`, 'Content-Type: image/png'], body: 'x' },
  ]);

describe('file names (C7)', () => {
  it.each([
    ['filename="C:\\fake\\a.png"', 'C:\\fake\\a.png'],
    ['filename="C:\\\\x\\\\y.png"', 'C:\\x\\y.png'],
    ['filename="../../etc/passwd"', '../../etc/passwd'],
    ['filename="/"', '/'],
    ['filename=".."', '..'],
    ['filename=" a  b "', ' a  b '],
    ['filename="a%22b%0D%0Ac.png"', 'a"b\r\nc.png'],
    ['filename="100%25 %41 %0d %2.png"', '100%25 %41 %0d %2.png'],
    ['filename="a\\"b.png"', 'a"b.png'],
    ['filename="folder\\"', 'folder\\'],
    ['filename="a;b=c, d.png"', 'a;b=c, d.png'],
    ['filename="ü 🐈 \u202egnp.exe"', 'ü 🐈 \u202egnp.exe'],
    ['filename="u\u0308.png"', 'u\u0308.png'],
    ['filename=bare.png', 'bare.png'],
    ['FileName="Case.PNG"', 'Case.PNG'],
    ['filename="plain.png"; filename*=UTF-8\'\'%e2%82%ac.png', '€.png'],
    ['filename*=utf-8\'en\'a%22b.png; filename="plain.png"', 'a"b.png'],
    ["filename*=iso-8859-1''%fc.png", 'ü.png'],
    ['filename*="UTF-8\'\'%e2%82%ac.png"', '€.png'],
    ['filename="=?utf-8?B?0LrQvtGCLnBuZw==?="', 'кот.png'],
    [`filename="${'n'.repeat(16_000)}.png"`, `${'n'.repeat(16_000)}.png`],
  ])('are stored byte for byte: %s', async (parameters, name) => {
    const { status, body } = await postForm(service.endpoint, formWith(parameters));
    expect(status).toBe(201);
    const [file] = await fileRows(service, body.id);
    expect(file?.original_file).toBe(name);
    const object = await readObject(service, file?.file_key ?? '');
    expect(object?.bytes.toString()).toBe('x');
    expect(object?.contentDisposition).toMatch(/^attachment; filename=/);
  });

  it.each([
    'filename="a.png',
    'filename="a"b.png"',
    'filename="a.png"; filename="b.png"',
    'filename="a.png"; filename*0="b"',
    "filename*=UTF-8''%ff",
    "filename*=UTF-8''%4",
    "filename*=UTF-8''a%00b",
    'filename*=a.png',
    'filename="a.png" x',
    'filename="nul\0.png"',
  ])('are not guessed: %s', async (parameters) => {
    const answer = await refuse(service, () => postForm(service.endpoint, formWith(parameters)));
    expect(answer).toEqual({
      status: 500,
      body: { error: 'Commission submission failed', message: expect.stringMatching(/^Unreadable multipart body: /) },
    });
  });
});

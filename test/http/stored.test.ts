import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postParts, type RawPart, validPayload } from '../support/form.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows, readObject, requestRow } from '../support/stored-submission.ts';

const uuidV4 = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

async function submit(parts: readonly RawPart[], headers: Record<string, string> = {}) {
  const { status, body } = await postParts(service.endpoint, parts, headers);
  expect({ status, body }).toMatchObject({ status: 201 });
  return { id: String(body.id), createdAt: String(body.createdAt) };
}

describe('the request record', () => {
  it('holds the payload, the status and the time of the answer', async () => {
    const payload = {
      typeId: 'type-1',
      optionId: 'option-1',
      customCardId: 'card-1',
      extraIds: [],
      customerName: ' Zoë \u{1F408} Müller ',
      customerEmail: 'Zoe.M@Example.org',
      customerSocials: '@zoe\r\n@zoë',
      message: "line\nline\r\n\ttab “quotes” \\u0041 $1 %s '; drop table x; --",
    };
    const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Test/1.0', 'content-language': 'de' };
    const { id, createdAt } = await submit([payloadPart(payload)], headers);
    const { created_at, ...row } = await requestRow(service, id);
    expect(created_at.toISOString()).toBe(createdAt);
    expect(row).toEqual({
      id,
      status: 'NEW',
      customer_name: payload.customerName,
      customer_email: payload.customerEmail,
      customer_socials: payload.customerSocials,
      message: payload.message,
      type_id: 'type-1',
      option_id: 'option-1',
      custom_card_id: 'card-1',
      ip_address: '203.0.113.7',
      user_agent: 'Test/1.0',
      language: 'de',
      extra_ids: [],
    });
  });

  it('has a UUIDv7 of the time of creation as its id (C19)', async () => {
    const before = Date.now();
    const { id, createdAt } = await submit([payloadPart()]);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(new Date(time).toISOString()).toBe(createdAt);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
    const { rows } = await service.pool.query(
      'select extract(microseconds from created_at)::int % 1000 as rest from commission_requests where id = $1',
      [id],
    );
    expect(rows).toEqual([{ rest: 0 }]);
  });
});

describe('the client (C20)', () => {
  it.each<[string, Record<string, string>, { ip: string | null; agent: string | null }]>([
    ['no header of the two', {}, { ip: null, agent: null }],
    ['both empty', { 'x-forwarded-for': '', 'user-agent': '' }, { ip: '', agent: '' }],
    ['a list', { 'X-Forwarded-For': ' 203.0.113.7 , 10.0.0.1,10.0.0.2' }, { ip: '203.0.113.7', agent: null }],
    ['an empty first entry', { 'x-forwarded-for': ' ,10.0.0.1' }, { ip: '', agent: null }],
    ['an IPv6 address', { 'x-forwarded-for': '2001:db8::1' }, { ip: '2001:db8::1', agent: null }],
    ['no address at all', { 'x-forwarded-for': 'unknown; "x"' }, { ip: 'unknown; "x"', agent: null }],
    ['an odd agent', { 'user-agent': ' a, b;\t(c) ' }, { ip: null, agent: 'a, b;\t(c)' }],
    ['a long agent', { 'user-agent': 'x'.repeat(8000) }, { ip: null, agent: 'x'.repeat(8000) }],
  ])('is stored from %s', async (_, headers, { ip, agent }) => {
    const answer = await exchangeRaw(service.port, rawRequest(encodeForm([payloadPart()]), { headers }));
    expect(answer.status).toBe(201);
    const row = await requestRow(service, JSON.parse(answer.body).id);
    expect({ ip: row.ip_address, agent: row.user_agent }).toEqual({ ip, agent });
  });

  it('is stored from headers after 1,500 others', async () => {
    const others = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`h${at.toString(36)}`, '']));
    const headers = { ...others, 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Test/1.0' };
    const answer = await exchangeRaw(service.port, rawRequest(encodeForm([payloadPart()]), { headers }));
    expect(answer.status).toBe(201);
    const row = await requestRow(service, JSON.parse(answer.body).id);
    expect(row).toMatchObject({ ip_address: '203.0.113.7', user_agent: 'Test/1.0' });
  });

  it('is the first entry over several header lines', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'X-Forwarded-For': '10.0.0.1' };
    const answer = await exchangeRaw(service.port, rawRequest(encodeForm([payloadPart()]), { headers }));
    const row = await requestRow(service, JSON.parse(answer.body).id);
    expect(row.ip_address).toBe('203.0.113.7');
  });
});

describe('the language', () => {
  const languageOf = async (headers: Record<string, string>) => {
    const answer = await exchangeRaw(service.port, rawRequest(encodeForm([payloadPart()]), { headers }));
    expect(answer.status).toBe(201);
    return (await requestRow(service, JSON.parse(answer.body).id)).language;
  };

  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    [' ja ', 'ja'],
    ['de-AT', 'de'],
    ['es-419', 'es'],
    ['pt-BR', 'pt'],
    ['zh-Hant-TW', 'zh'],
  ])('is stored from Content-Language %j as %s', async (header, language) => {
    expect(await languageOf({ 'content-language': header })).toBe(language);
  });

  it.each([
    '',
    'nl',
    'tlh',
    'german',
    'de, en',
    'de,',
    'de;q=1',
    'de-',
    'de-Nowhere',
    'de-AT-AT',
    'de_AT',
    'd\u00e9',
    '*',
    'constructor',
    "de'; drop table commission_requests; --",
    '<script>',
    'de-AT\t;\u0085',
    'de'.repeat(5000),
    'de, '.repeat(2500),
  ])('is unknown from Content-Language %.30j, and the request is stored', async (header) => {
    expect(await languageOf({ 'content-language': header })).toBeNull();
  });

  it('is unknown without the header, whatever the browser would like to read, and when the header is sent twice', async () => {
    expect(await languageOf({ 'accept-language': 'de' })).toBeNull();
    expect(await languageOf({ 'content-language': 'de', 'Content-Language': 'de' })).toBeNull();
  });
});

describe('extras (C18)', () => {
  it('are linked once each where they exist, and the submitted list is kept', async () => {
    await service.pool.query("insert into commission_extras (id, name) values ('frame', 'Frame'), ('rush', 'Rush')");
    const extraIds = ['rush', 'unknown', 'frame', 'rush', 'RUSH', ' rush', "'; --"];
    const { id } = await submit([payloadPart({ ...validPayload, extraIds })]);
    expect((await requestRow(service, id)).extra_ids).toEqual(extraIds);
    expect(await linksOf(id)).toEqual(['frame', 'rush']);
  });

  it('are not linked when the list is absent, empty or names none that exists', async () => {
    const lists = [undefined, [], ['nothing']];
    for (const extraIds of lists) {
      const { id } = await submit([payloadPart({ ...validPayload, extraIds })]);
      expect((await requestRow(service, id)).extra_ids).toEqual(extraIds ?? []);
      expect(await linksOf(id)).toEqual([]);
    }
  });

  async function linksOf(id: string): Promise<string[]> {
    const text = 'select extra_id from commission_request_extras where request_id = $1 order by extra_id';
    const { rows } = await service.pool.query<{ extra_id: string }>(text, [id]);
    return rows.map((row) => row.extra_id);
  }
});

describe('the file records', () => {
  it('are one a file in the order of the form, whatever stands between them', async () => {
    const note = { headers: ['Content-Disposition: form-data; name="note"'], body: 'x' };
    const files = ['z', 'a', 'm', 'a'].map((name, index) => filePart(`${name}.png`, `${name}${index}`));
    const [first, second, ...rest] = files as [RawPart, RawPart, ...RawPart[]];
    const { id, createdAt } = await submit([first, note, second, payloadPart(), ...rest]);
    const rows = await fileRows(service, id);
    expect(rows.map((row) => [row.position, row.original_file, row.sha256])).toEqual(
      files.map(({ body }, index) => [index, `${String(body)[0]}.png`, sha256(body)]),
    );
    expect(new Set(rows.flatMap((row) => [row.id, row.file_key])).size).toBe(8);
    for (const row of rows) {
      expect(row.upload_date.toISOString()).toBe(createdAt);
      expect(row).toMatchObject({ request_id: id, file_size: '2', file_type: 'image/png' });
    }
  });
});

describe('type and key of a file (C22, C23)', () => {
  it.each([
    ['image/png', 'image/png', 'png'],
    ['image/svg+xml', 'image/svg+xml', 'svg+xml'],
    ['IMAGE/PNG', 'IMAGE/PNG', 'PNG'],
    ['text/plain; charset=utf-8', 'text/plain; charset=utf-8', 'plain'],
    ['text/plain ;charset="a;b/c"', 'text/plain ;charset="a;b/c"', 'plain'],
    [' \t image/gif \t ', 'image/gif', 'gif'],
    ['application/octet-stream', 'application/octet-stream', 'octet-stream'],
    ['', 'application/octet-stream', 'bin'],
    ['   ', 'application/octet-stream', 'bin'],
    ['png', 'png', 'bin'],
    ['image/', 'image/', 'bin'],
    ['image/ ; a=b', 'image/ ; a=b', 'bin'],
    ['/', '/', 'bin'],
    ['a/b/c', 'a/b/c', 'b-c'],
    ['a/../../etc', 'a/../../etc', '..-..-etc'],
    ['image/x y', 'image/x y', 'x-y'],
    ['image/ü🐈', 'image/ü🐈', '--'],
    [`image/${'x'.repeat(127)}`, `image/${'x'.repeat(127)}`, 'x'.repeat(127)],
  ])('are of the Content-Type "%s" the type "%s" and the extension "%s"', async (sent, type, extension) => {
    const { id } = await submit([payloadPart(), filePart('a.jpg', 'bytes', sent)]);
    const [file] = await fileRows(service, id);
    expect(file?.file_type).toBe(type);
    expectKey(file?.file_key, extension);
    expect((await readObject(service, file?.file_key ?? ''))?.bytes.toString()).toBe('bytes');
  });

  it('are the default where no type was sent', async () => {
    const headers = ['Content-Disposition: form-data; name="files"; filename="a.png"'];
    const { id } = await submit([payloadPart(), { headers, body: 'x' }]);
    const [file] = await fileRows(service, id);
    expect(file?.file_type).toBe('application/octet-stream');
    expectKey(file?.file_key, 'bin');
  });

  function expectKey(key: string | undefined, extension: string) {
    expect(key).toMatch(new RegExp(`^commissions/${uuidV4}\\.`));
    expect(key?.slice('commissions/.'.length + 36)).toBe(extension);
  }
});

describe('the objects (C24)', () => {
  it.each([
    ['a.png', 'image/png', 'attachment; filename="a.png"', 'image/png'],
    ['ü.html', 'text/html', 'attachment; filename="_.html"; filename*=UTF-8\'\'%C3%BC.html', 'text/html'],
    ['', 'image/svg+xml; x="y"', 'attachment', 'image/svg+xml; x="y"'],
    [
      'a%22b.png',
      'image/ü',
      'attachment; filename="a_b.png"; filename*=UTF-8\'\'a%22b.png',
      'application/octet-stream',
    ],
  ])('are the bytes that were sent, as an attachment, of "%s"', async (name, type, disposition, contentType) => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256));
    const { id } = await submit([filePart(name, bytes, type), payloadPart()]);
    const [file] = await fileRows(service, id);
    const object = await readObject(service, file?.file_key ?? '');
    expect(object).toEqual({ bytes, contentType, contentDisposition: disposition });
    expect(file).toMatchObject({ file_size: '70000', sha256: sha256(bytes) });
  });
});

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postForm, type RawPart, validPayload } from '../support/form.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.pool.query(`
    insert into studio_revisions (revision, actor_kind, changed, document)
    select revision, 'system', '{}', '{}' from generate_series(1, 40) as revision`);
});

afterAll(() => service.close());

const part = (body: string | Uint8Array, more = ''): RawPart => ({
  headers: [`Content-Disposition: form-data; name="commission-form"${more}`],
  body,
});
const told = (form: object) => part(JSON.stringify({ v: 1, ...form }));

async function send(parts: readonly RawPart[], headers: Record<string, string> = {}) {
  const { status, body } = await postForm(service.endpoint, encodeForm(parts), headers);
  const text = 'select commission_form as form from submitted_commission_requests where id = $1';
  const { rows } = await service.pool.query(text, [body.id ?? null]);
  return { status, body, stored: rows[0]?.form };
}

const whole = {
  v: 1,
  revision: 3,
  language: 'pt-BR',
  answers: { size: 'A4', tags: ['a', 'b'], count: 3, gift: true, none: null },
  terms: [{ id: 'use', sha256: 'a'.repeat(64), language: 'de' }],
  estimate: { amount: 12_500, currency: 'EUR' },
  queueName: '</script>🐈',
};

describe('the part commission-form', () => {
  it('is stored with the request, without what the service does not know', async () => {
    const { status, body, stored } = await send([payloadPart(), told({ ...whole, colour: 'red', code: 'csk_secret' })]);
    expect([status, Object.keys(body)]).toEqual([201, ['id', 'createdAt']]);
    expect(stored).toEqual(whole);
  });

  it('is stored with files too, wherever it stands', async () => {
    const { stored } = await send([
      told({ revision: 2 }),
      filePart('a.png', 'a'),
      payloadPart(),
      filePart('b.png', 'b'),
    ]);
    expect(stored).toEqual({ v: 1, revision: 2 });
  });

  it('is of version 1 when it names none', async () => {
    expect((await send([payloadPart(), part('{"revision":2}')])).stored).toEqual({ revision: 2 });
    expect((await send([payloadPart(), part('{}')])).stored).toEqual({});
  });

  it.each([[[]], [[filePart('a.png', 'a')]]])('keeps no number of a revision that does not exist', async (files) => {
    const { stored } = await send([payloadPart(), told({ revision: 41, language: 'de' }), ...files]);
    expect(stored).toEqual({ v: 1, revision: null, language: 'de' });
  });

  it('leaves nothing behind when there is none', async () => {
    expect((await send([payloadPart()])).stored).toBeNull();
  });

  it.each<[string, string, readonly RawPart[]]>([
    ['no JSON', 'unreadable', [part('{')]],
    ['no object', 'unreadable', [part('[1]')]],
    ['another version', 'unreadable', [part('{"v":2}')]],
    ['a version that is a text', 'unreadable', [part('{"v":"1"}')]],
    ['no UTF-8', 'unreadable', [part(Buffer.from('{"v":1,"queueName":"\xff"}', 'latin1'))]],
    ['nothing', 'unreadable', [part('')]],
    ['ten megabytes of answers', 'too-large', [part(`{"v":1,"answers":{"a":"${'x'.repeat(10_000_000)}"}}`)]],
    ['more than 256 KiB', 'too-large', [part(`{"v":1}${' '.repeat(256 * 1024 - 6)}`)]],
    ['two parts', 'sent-twice', [told({ revision: 1 }), told({ revision: 2 })]],
    ['a file', 'sent-as-file', [part('{"v":1}', '; filename="form.json"')]],
    ['a file after a text', 'sent-twice', [told({}), part('{"v":1}', '; filename="form.json"')]],
  ])('never changes the verdict, and the record says why it was dropped: %s', async (_name, dropped, parts) => {
    expect(await send([payloadPart(), ...parts])).toMatchObject({ status: 201, stored: { dropped } });
    expect(await send([payloadPart({}), ...parts])).toMatchObject({ status: 422 });
    expect(await send(parts)).toMatchObject({ status: 400, body: { error: 'Missing payload' } });
  });

  it.each<[string, object, RawPart]>([
    [
      'an address in the name for the queue',
      { leftOut: ['queueName'] },
      told({ queueName: 'now at strange．example' }),
    ],
    ['U+0000', { leftOut: ['queueName'] }, told({ queueName: 'a\u0000' })],
    [
      'a lone surrogate in a key',
      { answers: { b: 2 }, leftOut: ['answers'] },
      part('{"v":1,"answers":{"\\ud800":1,"b":2}}'),
    ],
    ['a number too large', { answers: { b: 2 }, leftOut: ['answers'] }, part('{"v":1,"answers":{"a":1e999,"b":2}}')],
    ['an answer that is an object', { answers: {}, leftOut: ['answers'] }, told({ answers: { a: { b: 1 }, c: [1] } })],
    ['answers that are a list', { answers: {}, leftOut: ['answers'] }, told({ answers: ['a'] })],
    ['terms without a version', { revision: 2, leftOut: ['terms'] }, told({ revision: 2, terms: [{ id: 'use' }] })],
    [
      'half a cent',
      { answers: { a: 'b' }, leftOut: ['estimate'] },
      told({ answers: { a: 'b' }, estimate: { amount: 0.5, currency: 'EUR' } }),
    ],
    [
      'deep nesting',
      { answers: {}, leftOut: ['answers'] },
      part(`{"v":1,"answers":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    ],
  ])('loses no more than what cannot be read: %s', async (_name, stored, form) => {
    expect(await send([payloadPart(), form])).toMatchObject({ status: 201, stored: { v: 1, ...stored } });
  });

  it('is stored with 256 KiB', async () => {
    const text = 'あ'.repeat(80_000);
    const whole = `{"v":1,"answers":{"a":"${text}"}}`;
    const { stored } = await send([
      payloadPart(),
      part(whole.padEnd(256 * 1024 - (Buffer.byteLength(whole) - whole.length))),
    ]);
    expect(stored).toEqual({ v: 1, answers: { a: text } });
  });

  it('keeps forty answers to questions that no revision asked, and all others', async () => {
    await publishStudio(service.pool, { questions: [{ id: 'size', label: 'Size?', kind: 'text' }] });
    await publishStudio(service.pool, { questions: [{ id: '__proto__', label: 'Why?', kind: 'text' }] });
    const madeUp = Array.from({ length: 50 }, (_, index) => `"made-up ${index}":1`);
    const form = part(`{"answers":{"constructor":2,${madeUp.join(',')},"size":"A4","__proto__":"a"}}`);
    const read = async () => new Map(Object.entries((await send([payloadPart(), form])).stored.answers));
    await expect.poll(async () => (await read()).get('__proto__')).toBe('a');
    const answers = await read();
    expect([...answers.keys()].sort()).toEqual(
      ['__proto__', 'constructor', 'size', ...Array.from({ length: 39 }, (_, index) => `made-up ${index}`)].sort(),
    );
    expect((await send([payloadPart(), form])).stored.leftOut).toEqual(['answers']);
  });

  it.each([
    ['1e15', 1],
    ['-1e300', 1],
    [`${'9'.repeat(300)}`, 1],
    [`0.${'3'.repeat(300)}`, 1],
    ['0.30000000000000004', 1],
    ['1e-16', 1],
    ['999999999999999', 0],
    ['-0.000123456789012', 0],
    ['1.50', 0],
    ['1e14', 0],
  ])('keeps numbers of 15 digits: of the answer %s %i is left out', async (number, count) => {
    const { status, stored } = await send([payloadPart(), part(`{"answers":{"a":${number},"b":1}}`)]);
    expect([status, stored.answers]).toEqual([201, count === 1 ? { b: 1 } : { a: Number(number), b: 1 }]);
    expect(stored.leftOut ?? []).toHaveLength(count);
  });

  it('keeps no estimate of 16 digits', async () => {
    const estimate = { amount: 1_000_000_000_000_000, currency: 'EUR' };
    expect((await send([payloadPart(), told({ estimate })])).stored).toEqual({ v: 1, leftOut: ['estimate'] });
  });

  it('keeps the first twenty agreements', async () => {
    const terms = Array.from({ length: 21 }, (_, index) => ({ ...whole.terms[0], id: `term ${index}` }));
    const { stored } = await send([payloadPart(), told({ terms })]);
    expect(stored).toEqual({ v: 1, terms: terms.slice(0, 20), leftOut: ['terms'] });
    expect((await send([payloadPart(), told({ terms: terms.slice(1) })])).stored).not.toHaveProperty('leftOut');
  });

  it('keeps names of a prototype as answers like any other', async () => {
    const answers = '{"__proto__":"a","constructor":["b"],"toString":true}';
    const { stored } = await send([payloadPart(), part(`{"v":1,"answers":${answers}}`)]);
    expect(JSON.stringify(Object.entries(stored.answers).sort())).toBe(
      JSON.stringify([
        ['__proto__', 'a'],
        ['constructor', ['b']],
        ['toString', true],
      ]),
    );
  });

  it('does not tell two forms of an idempotency key apart: the first one stays', async () => {
    const key = { 'idempotency-key': 'a-key' };
    const first = await send([payloadPart(), told({ revision: 1 })], key);
    const second = await send([payloadPart(), told({ revision: 2 })], key);
    const third = await send([payloadPart()], key);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect(third.stored).toEqual({ v: 1, revision: 1 });
  });

  it('goes with each of many requests that arrive at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send([
          payloadPart({ ...validPayload, message: `No. ${index}` }),
          ...(index % 2 ? [told({ revision: index, answers: { long: 'x'.repeat(index * 400) } })] : []),
        ]),
      ),
    );
    expect(sent.map(({ stored }) => stored?.revision ?? null)).toEqual(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? index : null)),
    );
  });
});

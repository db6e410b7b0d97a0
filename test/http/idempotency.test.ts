import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyService, nothingStored, startFaultyService, wholeSubmission } from '../support/faulty-service.ts';
import { filePart, payloadPart, postParts, type RawPart, validPayload } from '../support/form.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService();
});

afterEach(() => service.restore());

afterAll(() => service.close());

const key = 'k3y-of-a-customer';
const form = [payloadPart(), filePart('a.png', 'cat'), filePart('b.png', 'dog')];
const withoutFiles = [payloadPart()];

const send = (parts: readonly RawPart[], idempotencyKey = key) =>
  postParts(service.endpoint, parts, { 'idempotency-key': idempotencyKey });

const keys = async () => (await service.pool.query('select key from idempotency_keys')).rows.map((row) => row.key);

describe.each([
  { parts: form, files: 2 },
  { parts: withoutFiles, files: 0 },
])('a form with $files files, sent again with its key', ({ parts, files }) => {
  it('is answered like the first time, and nothing is stored twice', async () => {
    const first = await send(parts);
    expect(first.status).toBe(201);
    const again = await send(parts);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await service.stored()).toEqual(wholeSubmission(files));
    expect(await keys()).toEqual([key]);
  });

  it('is that of the first time, whatever language it says now', async () => {
    const sendIn = (language: string) =>
      postParts(service.endpoint, parts, { 'idempotency-key': key, 'content-language': language });
    const first = await sendIn('de');
    expect((await sendIn('ja')).body).toEqual(first.body);
    expect((await send(parts)).body).toEqual(first.body);
    const { rows } = await service.pool.query('select language from commission_requests');
    expect(rows).toEqual([{ language: 'de' }]);
  });

  it('is one request when it comes twenty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(parts)));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await service.stored()).toEqual(wholeSubmission(files));
    expect((await send(parts)).body.id).toBe([...ids][0]);
  });
});

describe('a key', () => {
  it('is the same bare and quoted, whatever the boundary and the order of the parts', async () => {
    const first = await send(form);
    const again = await send([...form.slice(1), payloadPart()], `"${key}"`);
    expect(again.body).toEqual(first.body);
    expect(await service.stored()).toEqual(wholeSubmission(2));
  });

  it.each([
    ['message', [payloadPart({ ...validPayload, message: 'Three cats' }), ...form.slice(1)]],
    ['file fewer', form.slice(0, 2)],
    ['order', [form[0], form[2], form[1]] as RawPart[]],
    ['bytes', [...form.slice(0, 2), filePart('b.png', 'dig')]],
    ['file name', [...form.slice(0, 2), filePart('c.png', 'dog')]],
    ['type', [...form.slice(0, 2), filePart('b.png', 'dog', 'image/gif')]],
  ])('is refused to a form of another %s', async (_difference, other) => {
    const first = await send(form);
    const { status, body } = await send(other);
    expect([status, body]).toEqual([422, { error: 'Idempotency key reused' }]);
    expect(await service.stored()).toEqual(wholeSubmission(2));
    expect((await send(form)).body).toEqual(first.body);
  });

  it('is answered 409 with Retry-After while the first request is under way', async () => {
    service.objectStore.holdAnswers();
    const first = send(form);
    await expect.poll(() => service.s3.objects.size).toBe(1);
    const { status, body, headers } = await send(form);
    expect([status, body]).toEqual([409, { error: 'Request in progress' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5);
    await service.objectStore.pass();
    expect((await first).status).toBe(201);
    expect((await send(form)).body).toEqual((await first).body);
    expect(await service.stored()).toEqual(wholeSubmission(2));
  });

  it('stays free when the form is refused', async () => {
    expect((await send([payloadPart({})])).status).toBe(422);
    expect(await keys()).toEqual([]);
    expect((await send(form)).status).toBe(201);
  });

  it('stays free when the form could not be stored', async () => {
    service.s3.inject({ operation: 'PUT', call: 2, effect: { kind: 'respond', status: 403 } });
    expect((await send(form)).status).toBe(500);
    expect(await service.stored()).toEqual(nothingStored);
    expect(await keys()).toEqual([]);
    expect((await send(form)).status).toBe(201);
    expect(await service.stored()).toEqual(wholeSubmission(2));
  });

  it('is not asked for: without one the same form is stored each time', async () => {
    const [first, again] = [await postParts(service.endpoint, form), await postParts(service.endpoint, form)];
    expect(first.body.id).not.toBe(again.body.id);
    expect(await keys()).toEqual([]);
    expect(await service.stored()).toEqual({ ...nothingStored, requests: 2, files: 4, objects: 4 });
  });

  it.each([
    ['empty', ''],
    ['too long', 'a'.repeat(256)],
    ['two words', 'a b'],
    ['two keys', '"a", "b"'],
  ])('is invalid when it is %s', async (_case, value) => {
    const { status, body } = await send(form, value);
    expect([status, body]).toEqual([400, { error: 'Invalid idempotency key' }]);
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('is in no log, whose lines name the verdict and the stored request', async () => {
    const linesBefore = service.logLines.length;
    const first = await send(form);
    await send(form);
    await send(withoutFiles);
    await send(form, `${key} `.repeat(2).trim());
    const lines = service.logLines.slice(linesBefore);
    const verdicts = lines.filter((line) => 'verdict' in line);
    expect(verdicts.map(({ verdict, status }) => [verdict, status])).toEqual([
      ['created', 201],
      ['repeated', 201],
      ['idempotency-key-reused', 422],
      ['invalid-idempotency-key', 400],
    ]);
    expect(verdicts.slice(0, 2).map(({ requestId }) => requestId)).toEqual([first.body.id, first.body.id]);
    const hidden = [key, createHash('sha256').update(key).digest('hex')];
    for (const text of hidden) expect(JSON.stringify(lines)).not.toContain(text);
  });
});

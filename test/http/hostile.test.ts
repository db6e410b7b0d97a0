import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, postForm, postParts, rawPayloadPart, validPayload } from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { requestRow } from '../support/stored-submission.ts';

const json = JSON.stringify(validPayload);
/** Returns the valid payload with additional JSON at its beginning. */
const payloadWith = (front: string) => rawPayloadPart(`{${front},${json.slice(1)}`);

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

async function acceptPayload(front: string) {
  const { status, body } = await postParts(service.endpoint, [payloadWith(front)]);
  expect({ status, body }).toMatchObject({ status: 201 });
  return requestRow(service, body.id);
}

const refusePayload = (text: string) =>
  refuse(service, () => postParts(service.endpoint, [rawPayloadPart(text), filePart('a.png', 'a')]));

describe('a form', () => {
  it('is refused with 100,000 parts', async () => {
    const part = { headers: ['Content-Disposition: form-data; name="a"'], body: '' };
    const form = encodeForm(Array.from({ length: 100_000 }, () => part));
    const answer = await refuse(service, () => postForm(service.endpoint, form));
    expect(answer).toEqual({ status: 413, body: { error: 'Request too large' } });
  });

  it('is read by the first of its 1,000 payloads', async () => {
    const payloads = Array.from({ length: 999 }, () => rawPayloadPart('{'));
    expect(await postParts(service.endpoint, [rawPayloadPart(json), ...payloads])).toMatchObject({ status: 201 });
  });

  it('is unreadable when it is line breaks and dashes alone', async () => {
    const answer = await refuse(service, () => postForm(service.endpoint, Buffer.alloc(5_000_000, '\r\n--')));
    expect(answer.status).toBe(500);
  });
});

describe('a payload', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('takes no field from %s', async (key) => {
    const answer = await refusePayload(`{"${key}":${json}}`);
    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation error' } });
    const row = await acceptPayload(`"${key}":{"status":"DONE","typeId":"polluted"}`);
    expect(row).toMatchObject({ status: 'NEW', type_id: null });
    expect(({} as Record<string, unknown>).typeId).toBeUndefined();
  });

  it('counts the last of two equal keys', async () => {
    expect((await acceptPayload('"message":"first"')).message).toBe(validPayload.message);
  });

  it('is no object when it is 120,000 brackets deep', async () => {
    const answer = await refusePayload('['.repeat(120_000) + ']'.repeat(120_000));
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ expected: 'object', path: [] }] } });
  });

  it('is no JSON when its brackets are not closed', async () => {
    const answer = await refusePayload('['.repeat(120_000));
    expect(answer).toEqual({ status: 400, body: { error: 'Invalid payload JSON' } });
  });

  it('may be deep in members that are not read', async () => {
    await acceptPayload(`"unknown":${'['.repeat(119_999)}${']'.repeat(119_999)}`);
  });

  it('is refused where something deep stands for a text', async () => {
    const answer = await refusePayload(`{"message":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(answer.status).toBe(422);
  });

  it('is too large when its objects have more than 10,000 members', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1`).join(',');
    await acceptPayload(members(10_000 - Object.keys(validPayload).length));
    const answer = await refusePayload(`{${members(10_001 - Object.keys(validPayload).length)},${json.slice(1)}`);
    expect(answer).toEqual({ status: 413, body: { error: 'Request too large' } });
  });

  it.each(['[', '{'])('is too large with more than 120,000 of %s', async (bracket) => {
    expect(await refusePayload(bracket.repeat(120_001))).toEqual({ status: 413, body: { error: 'Request too large' } });
  });

  it('cannot pass something with a length for a text', async () => {
    for (const value of ['{"length":1}', '{"length":"x"}', '["a"]', '{"length":1e308,"0":"a"}']) {
      expect((await refusePayload(`{${json.slice(1, -1)},"customerName":${value}}`)).status).toBe(422);
    }
  });

  it('may list as many extras as 384 KiB hold', async () => {
    const row = await acceptPayload(`"extraIds":[${'"x",'.repeat(90_000)}"last"]`);
    expect(row.extra_ids).toHaveLength(90_001);
  });

  it('gets as many issues for 190,000 bad extras as fit 64 KiB', async () => {
    const answer = await refusePayload(`{${json.slice(1, -1)},"extraIds":[${'1,'.repeat(189_999)}1]}`);
    expect(answer.status).toBe(422);
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(64 * 1024);
    expect((answer.body as { issues: unknown[] }).issues.length).toBeGreaterThan(500);
  });

  it('is not altered where it is text, beside numbers that no double holds', async () => {
    const row = await acceptPayload('"unknown":1e999999,"typeId":"1e999999"');
    expect(row.type_id).toBe('1e999999');
  });
});

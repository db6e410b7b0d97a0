import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

async function requestRow(id: unknown) {
  const { rows } = await service.pool.query('select * from commission_requests where id = $1', [id]);
  return rows[0];
}

async function fileRows(id: unknown) {
  const text = 'select * from commission_request_files where request_id = $1 order by position';
  return (await service.pool.query(text, [id])).rows;
}

describe('a submission without files', () => {
  it('answers 201 with the id and the time that are stored', async () => {
    const { status, body, headers } = await postParts(service.endpoint, [payloadPart()]);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body)).toEqual(['id', 'createdAt']);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const row = await requestRow(body.id);
    expect(row.created_at.toISOString()).toBe(body.createdAt);
    expect(row).toMatchObject({
      status: 'NEW',
      customer_name: validPayload.customerName,
      customer_email: validPayload.customerEmail,
      customer_socials: null,
      message: validPayload.message,
      type_id: null,
      option_id: null,
      custom_card_id: null,
      extra_ids: [],
    });
  });
});

describe('a submission with files', () => {
  it('stores a record for each in the order of the form', async () => {
    const files = [filePart('b.png', 'bytes of b'), filePart('a.svg', 'bytes of a', 'image/svg+xml')];
    const { status, body } = await postParts(service.endpoint, [payloadPart(), ...files]);
    expect(status).toBe(201);
    const rows = await fileRows(body.id);
    expect(rows).toMatchObject([
      { position: 0, original_file: 'b.png', file_type: 'image/png', file_size: '10', sha256: sha256('bytes of b') },
      { position: 1, original_file: 'a.svg', file_type: 'image/svg+xml', sha256: sha256('bytes of a') },
    ]);
    for (const row of rows) expect(row.upload_date.toISOString()).toBe(body.createdAt);
    expect(rows.map((row) => row.file_key.split('.').at(-1))).toEqual(['png', 'svg+xml']);
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

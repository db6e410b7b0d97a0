import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows, readObject, requestRow } from '../support/stored-submission.ts';

let service: TestService;

beforeAll(async () => {
  // Memory is too small for most of the attachments.
  service = await startTestService({ SPOOL_MEMORY_BYTES: String(1024 * 1024) });
  await service.pool.query("insert into commission_extras (id) values ('common')");
});

afterAll(async () => {
  await service.close();
});

interface Case {
  readonly payload: Record<string, unknown>;
  readonly address: string;
  readonly files: readonly { name: string; type: string; bytes: Buffer }[];
}

const sizes = [0, 1, 1000, 65_536, 150_001, 300 * 1024];

function caseOf(index: number): Case {
  const files = Array.from({ length: index % 4 }, (_, position) => {
    const size = sizes[(index * 3 + position) % sizes.length] ?? 0;
    return { name: `${index}-${position}.bin`, type: `image/x${index}`, bytes: bytesOf(index, position, size) };
  });
  const payload = {
    customerName: `Customer ${index}`,
    customerEmail: `c${index}@example.org`,
    message: `Message ${index} `.repeat(index + 1),
    extraIds: ['common', `extra-${index}`],
  };
  return { payload, address: `203.0.113.${index}`, files };
}

/** Returns bytes that no other file has. */
function bytesOf(index: number, position: number, size: number): Buffer {
  const seed = createHash('sha512').update(`${index}/${position}`).digest();
  return Buffer.alloc(size, seed);
}

describe('a service that gets many submissions at once', () => {
  it('stores 64 of them without crossing any', async () => {
    const cases = Array.from({ length: 64 }, (_, index) => caseOf(index));
    const answers = await Promise.all(cases.map(submit));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(64);
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(201);
      await expectStored(body, cases[index] as Case);
    }
    const fileCount = cases.reduce((sum, { files }) => sum + files.length, 0);
    expect(await service.stored()).toMatchObject({
      requests: 64,
      links: 64,
      files: fileCount,
      intents: 0,
      spoolFiles: 0,
    });
  });

  it('keeps refused and accepted ones apart', async () => {
    const before = await service.stored();
    const cases = Array.from({ length: 32 }, (_, index) => caseOf(100 + index));
    const answers = await Promise.all(
      cases.map(({ payload, ...rest }, index) =>
        submit({ payload: index % 2 ? payload : { ...payload, customerName: '' }, ...rest }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(cases.map((_, index) => (index % 2 ? 201 : 422)));
    const after = await service.stored();
    expect(after.requests - before.requests).toBe(16);
    for (const [index, { body }] of answers.entries()) if (index % 2) await expectStored(body, cases[index] as Case);
  });
});

function submit({ payload, address, files }: Case) {
  const parts = files.map(({ name, bytes, type }) => filePart(name, bytes, type));
  const [first, ...rest] = parts;
  const ordered = first ? [first, payloadPart(payload), ...rest] : [payloadPart(payload)];
  return postParts(service.endpoint, ordered, { 'x-forwarded-for': address });
}

async function expectStored({ id, createdAt }: Record<string, unknown>, { payload, address, files }: Case) {
  const row = await requestRow(service, id);
  expect(row).toMatchObject({
    customer_name: payload.customerName,
    customer_email: payload.customerEmail,
    message: payload.message,
    extra_ids: payload.extraIds,
    ip_address: address,
  });
  expect(row.created_at.toISOString()).toBe(createdAt);
  const rows = await fileRows(service, id);
  expect(rows.map((file) => [file.original_file, file.file_type, Number(file.file_size), file.sha256])).toEqual(
    files.map(({ name, type, bytes }) => [name, type, bytes.length, sha256(bytes)]),
  );
  for (const [position, file] of rows.entries()) {
    const object = await readObject(service, file.file_key);
    expect(object?.bytes.equals(files[position]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(object?.contentType).toBe(file.file_type);
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

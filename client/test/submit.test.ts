import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxCommissionFormBytes } from '../../src/intake/submission/limits.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { createCommissionClient, type Progress } from '../src/commission-client.ts';
import { file, validPayload } from './form.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ MAX_REQUEST_BYTES: String(12 * 1024 * 1024), SHUTDOWN_GRACE_MS: '1000' });
});

afterAll(() => service.close());

const clientOf = (endpoint: string) => createCommissionClient({ endpoint });

describe('a submission to the service', () => {
  it('is stored as it was sent, file names, types and order kept', async () => {
    const files = [file('ä "quoted"\n.png', 3), file('second', 70_000, '')];
    const result = await clientOf(service.address).submit({ ...validPayload, extraIds: ['frame'] }, files);
    expect(result).toEqual({
      ok: true,
      value: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: expect.stringMatching(/Z$/),
        location: expect.stringMatching(/\/requests\/[\w-]{48}$/),
      },
    });
    const { rows } = await service.pool.query(
      `select customer_name, message, extra_ids, original_file, file_type, file_size::int
         from commission_requests r join commission_request_files f on f.request_id = r.id order by position`,
    );
    const request = { customer_name: validPayload.customerName, message: validPayload.message, extra_ids: ['frame'] };
    expect(rows).toEqual([
      { ...request, original_file: 'ä "quoted"\n.png', file_type: 'image/png', file_size: 3 },
      { ...request, original_file: 'second', file_type: 'application/octet-stream', file_size: 70_000 },
    ]);
  });

  it.each([
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['', null],
    ['de, en', null],
    ['de\r\nX-Forwarded-For: 1', null],
    ['日本語', null],
  ])('is stored in the language %j as one in %j', async (language, storedAs) => {
    const result = await clientOf(service.address).submit(validPayload, [], { language });
    const { rows } = await service.pool.query('select language from commission_requests where id = $1', [
      result.ok ? result.value.id : null,
    ]);
    expect(rows).toEqual([{ language: storedAs }]);
  });

  it('fails before it is sent when its commission-form is too large', async () => {
    const rest = JSON.stringify({ v: 1, answers: { story: '' } }).length;
    const sent = (length: number) => {
      const form = { v: 1, answers: { story: 'a'.repeat(length - rest) } } as const;
      return clientOf(service.address).submit(validPayload, [], { form });
    };
    expect(await sent(maxCommissionFormBytes + 1)).toEqual({ ok: false, failure: { code: 'request-too-large' } });
    const result = await sent(maxCommissionFormBytes);
    const { rows } = await service.pool.query('select commission_form from commission_requests where id = $1', [
      result.ok ? result.value.id : null,
    ]);
    expect(rows[0].commission_form.answers.story).toHaveLength(maxCommissionFormBytes - rest);
  });

  it('sends the details of the form beside the payload', async () => {
    const form = { v: 1, revision: 7, language: 'de', answers: { size: 'ä' } } as const;
    const result = await clientOf(service.address).submit(validPayload, [file('a.png', 3)], { form });
    const { rows } = await service.pool.query('select commission_form from commission_requests where id = $1', [
      result.ok ? result.value.id : null,
    ]);
    // The service has published no such revision.
    expect(rows).toEqual([{ commission_form: { ...form, revision: null } }]);
  });

  it('leads to the page that shows how it stands', async () => {
    const result = await clientOf(service.address).submit(validPayload);
    const location = result.ok ? result.value.location : null;
    expect(new URL(location ?? '').origin).toBe(service.address);
    expect((await fetch(location ?? '')).status).toBe(200);
  });

  it('may have no files, and an address without its last slash', async () => {
    expect(await clientOf(service.address.replace(/\/$/, '')).submit(validPayload)).toMatchObject({ ok: true });
  });

  it('reports the progress of the whole and of each file', async () => {
    const seen: Progress[] = [];
    const files = [file('a.png', 300_000), file('b.png', 500_000)];
    await clientOf(service.address).submit(validPayload, files, { onProgress: (progress) => seen.push(progress) });
    const sums = seen.map(({ sentBytes }) => sentBytes);
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.some(({ files: [a, b] }) => a?.sentBytes === 300_000 && (b?.sentBytes ?? 0) < 500_000)).toBe(true);
    const last = seen.at(-1);
    expect(last?.sentBytes).toBe(last?.totalBytes);
    expect(last?.files).toEqual([
      { name: 'a.png', sentBytes: 300_000, totalBytes: 300_000 },
      { name: 'b.png', sentBytes: 500_000, totalBytes: 500_000 },
    ]);
  });

  it('sends files from disk', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'client-'));
    const path = join(directory, 'cat.bin');
    await writeFile(path, new Uint8Array(2_000_000));
    const fromDisk = new File([await openAsBlob(path)], 'cat.bin');
    expect(await clientOf(service.address).submit(validPayload, [fromDisk])).toMatchObject({ ok: true });
    await writeFile(path, 'changed');
    expect(await clientOf(service.address).submit(validPayload, [fromDisk])).toEqual({
      ok: false,
      failure: { code: 'file-unreadable', fileName: 'cat.bin' },
    });
    await rm(directory, { recursive: true });
  });

  it('gets the issues of a payload that breaks rules', async () => {
    const result = await clientOf(service.address).submit({ ...validPayload, customerName: '', customerEmail: 'x' });
    expect(result).toMatchObject({
      ok: false,
      failure: {
        code: 'invalid',
        issues: [
          { code: 'too_small', path: ['customerName'] },
          { code: 'invalid_format', path: ['customerEmail'] },
        ],
      },
    });
  });

  it.each([
    ['too many files', Array.from({ length: 11 }, (_, index) => file(`${index}`, 1)), { code: 'too-many-files' }],
    ['a file too large', [file('big: 1.png', 10_485_761)], { code: 'file-too-large', fileName: 'big: 1.png' }],
    ['too large a form', [file('a', 7_000_000), file('b', 7_000_000)], { code: 'request-too-large' }],
  ])('ends in a failure without a request: %s', async (_name, files, failure) => {
    const before = await service.stored();
    expect(await clientOf(service.address).submit(validPayload, files)).toEqual({ ok: false, failure });
    expect(await service.stored()).toEqual(before);
  });

  it('leaves no rows and objects behind when it is aborted half way', async () => {
    const before = await service.stored();
    const abort = new AbortController();
    const result = await clientOf(service.address).submit(validPayload, [file('a', 5_000_000)], {
      signal: abort.signal,
      onProgress: ({ sentBytes }) => sentBytes > 1_000_000 && abort.abort(),
    });
    expect(result).toEqual({ ok: false, failure: { code: 'aborted' } });
    await expect.poll(() => service.stored()).toEqual(before);
  });

  it('is sent again when its connection breaks half way, and is stored once', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: service.port });
    const { requests } = await service.stored();
    let cuts = 0;
    const result = await clientOf(`http://127.0.0.1:${proxy.port}`).submit(validPayload, [file('a', 5_000_000)], {
      onProgress({ sentBytes }) {
        if (sentBytes < 1_000_000 || cuts > 0) return;
        cuts += 1;
        proxy.cut();
      },
    });
    expect(result).toMatchObject({ ok: true });
    expect(cuts).toBe(1);
    expect((await service.stored()).requests).toBe(requests + 1);
    await proxy.close();
  });
});

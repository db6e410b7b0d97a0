import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receive } from '../../src/intake/steps/receive.ts';
import type { UploadLimits } from '../../src/intake/steps/upload.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { type FaultyService, nothingStored, startFaultyService, submit } from '../support/faulty-service.ts';
import { openRecords, storesOf } from '../support/open-records.ts';
import { submissionOf } from '../support/submission.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService({
    env: { TIME_LIMITS: 'putAttempts=3' },
  });
});

afterAll(() => service.close());

afterEach(() => service.empty());

const puts = () => service.s3.requests.filter(({ operation }) => operation === 'PUT');

describe('an upload', () => {
  it.each([408, 429, 500, 502, 503, 504, 520])(
    'is tried again when the store answers %i, with all its bytes',
    async (status) => {
      const before = puts().length;
      service.s3.inject({ operation: 'PUT', call: 2, times: 2, effect: { kind: 'respond', status } });
      expect((await submit(service, 3)).status).toBe(201);
      expect(puts().length - before).toBe(5);
      expect(await service.stored()).toMatchObject({ requests: 1, files: 3, objects: 3 });
      const { rows } = await service.pool.query('select file_key, file_size from commission_request_files');
      for (const row of rows) expect(service.s3.objects.get(row.file_key)?.bytes).toHaveLength(Number(row.file_size));
    },
  );

  it('is tried again when the store answers 400 because the body came too slowly', async () => {
    const effect = { kind: 'respond', status: 400, code: 'RequestTimeout' } as const;
    service.s3.inject({ operation: 'PUT', call: 1, effect });
    expect((await submit(service, 1)).status).toBe(201);
    expect(await service.stored()).toMatchObject({ requests: 1, files: 1, objects: 1 });
  });

  it.each([400, 403, 404, 501])('is not tried again when the store answers %i', async (status) => {
    const before = puts().length;
    service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond', status, code: 'Refused' } });
    expect((await submit(service, 1)).status).toBe(500);
    expect(puts().length - before).toBe(1);
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('fails when every attempt did, with the last failure', async () => {
    const before = puts().length;
    service.s3.inject({
      operation: 'PUT',
      call: 1,
      times: 3,
      effect: { kind: 'respond', status: 503, code: 'SlowDown' },
    });
    const { status, body } = await submit(service, 1);
    expect(status).toBe(500);
    expect(body.message).toContain('503 SlowDown');
    expect(puts().length - before).toBe(3);
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('is tried again when the store cannot be reached for a moment', async () => {
    service.objectStore.refuse();
    setTimeout(() => void service.objectStore.pass(), 150);
    expect((await submit(service, 2)).status).toBe(201);
    expect(await service.stored()).toMatchObject({ requests: 1, files: 2, objects: 2 });
  });

  it('is given up at its deadline, all attempts together', async () => {
    service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    await expectGivenUp({ ...patient, putMs: 300 });
  });

  it('ends with the time of the whole submission', async () => {
    service.s3.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } });
    await expectGivenUp({ ...patient, submissionMs: 300 });
  });

  const patient = { leaseMs: 60_000, putMs: 40_000, attempts: 3, submissionMs: 40_000 };

  async function expectGivenUp(limits: UploadLimits): Promise<void> {
    const objects = createS3ObjectStore({ ...service.s3, forcePathStyle: true });
    const stores = storesOf(openRecords(service.pool), objects);
    await expect(receive(submissionOf(['one', 'two']), stores, limits)).rejects.toThrow('ran into its timeout');
    expect(await service.stored()).toEqual(nothingStored);
    await objects.close();
  }
});

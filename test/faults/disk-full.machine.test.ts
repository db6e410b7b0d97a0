import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 * 1024;
const nothing = { requests: 0, links: 0, files: 0, intents: 0, objectFiles: 0, spoolFiles: 0 };

let service: TestService;
let disk: SmallDisk | null;

beforeEach(async () => {
  service = await startTestService({ SPOOL_MEMORY_BYTES: String(64 * 1024) });
  disk = null;
});

afterEach(async () => {
  disk?.unmount();
  await service.close();
});

async function withLittleRoom(name: string): Promise<SmallDisk> {
  disk = await mountSmallDisk(join(service.dataDirectory, name), 2 * mebibyte);
  if (disk === null) throw new Error('This test mounts a file system: it takes root');
  return disk;
}

function submitBytes(...sizes: readonly number[]) {
  const files = sizes.map((size, index) => filePart(`${index}.bin`, randomBytes(size)));
  return postParts(service.endpoint, [payloadPart(), ...files]);
}

describe('a full disk under the spool', () => {
  it('fails the submission and nothing else', async () => {
    const spoolDisk = await withLittleRoom('spool');
    for (const sizes of [[8 * mebibyte], Array.from({ length: 10 }, () => mebibyte)]) {
      const { status, body } = await submitBytes(...sizes);
      expect(status).toBe(500);
      expect(body.message).toContain('ENOSPC');
      expect(await service.stored()).toEqual(nothing);
      expect(await spoolDisk.usedBytes()).toBe(0);
    }
    expect((await submitBytes(mebibyte)).status).toBe(201);
    expect(await spoolDisk.usedBytes()).toBe(0);
  });

  it('lets an earlier verdict through', async () => {
    await withLittleRoom('spool');
    const { status, body } = await postParts(service.endpoint, [
      payloadPart({ customerName: '' }),
      filePart('big.bin', randomBytes(8 * mebibyte)),
    ]);
    expect(status).toBe(422);
    expect(body.error).toBe('Validation error');
  });

  it('does not disturb the submissions beside', async () => {
    await withLittleRoom('spool');
    const answers = await Promise.all([submitBytes(9 * mebibyte), submitBytes(), submitBytes(100), submitBytes(50)]);
    expect(answers.map(({ status }) => status)).toEqual([500, 201, 201, 201]);
  });
});

describe('a full disk under the objects', () => {
  it('fails the submission and leaves no object', async () => {
    const objectDisk = await withLittleRoom('objects');
    const { status, body } = await submitBytes(mebibyte, 4 * mebibyte);
    expect(status).toBe(500);
    expect(body.message).toContain('ENOSPC');
    expect(await service.stored()).toEqual(nothing);
    expect((await submitBytes(mebibyte)).status).toBe(201);
    expect(await objectDisk.usedBytes()).toBeGreaterThan(mebibyte);
  });
});

import { randomBytes } from 'node:crypto';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 * 1024;
const floorBytes = 30 * mebibyte;
/** What one upload may have on its way to the spool, which no figure of the disk shows. */
const onTheWayBytes = 512 * 1024;
const uploads = 24;

let service: TestService;
let disk: SmallDisk | null;

beforeEach(async () => {
  const env = { DISK_FLOOR_BYTES: String(floorBytes), SPOOL_MEMORY_BYTES: String(64 * 1024) };
  service = await startTestService(env);
  disk = null;
});

afterEach(async () => {
  disk?.unmount();
  await service.close();
});

/** Mounts a disk of 100 MiB. Resolves when the service knows of it, because its figures of disks may be a second old. */
async function mount(name: string): Promise<string> {
  const folder = join(service.dataDirectory, name);
  disk = await mountSmallDisk(folder, 20 * mebibyte);
  if (disk === null) throw new Error('This test mounts a file system: it takes root');
  await expect.poll(isLow).toBe(true);
  disk.grow(100 * mebibyte);
  await expect.poll(isLow).toBe(false);
  return folder;
}

const isLow = async () => (await (await fetch(`${service.address}/readyz`)).text()).includes('"warning"');

function submitBytes(...sizes: readonly number[]) {
  const files = sizes.map((size, index) => filePart(`${index}.bin`, randomBytes(size)));
  return postParts(service.endpoint, [payloadPart(), ...files]);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

describe('a disk of 100 MiB with a floor of 30 MiB', () => {
  it.each(['objects', 'spool'])('is not filled below it by many requests at once, under the %s', async (name) => {
    const folder = await mount(name);
    let least = Number.POSITIVE_INFINITY;
    let isDone = false;
    const watching = (async () => {
      while (!isDone) least = Math.min(least, await freeBytes(folder));
    })();
    const answers = await Promise.all(Array.from({ length: uploads }, () => submitBytes(5 * mebibyte, mebibyte)));
    const texts = await Promise.all(Array.from({ length: 5 }, () => submitBytes()));
    isDone = true;
    await watching;
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses.every((status) => status === 201 || status === 503)).toBe(true);
    expect(texts.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(least).toBeGreaterThanOrEqual(floorBytes - uploads * onTheWayBytes);
    const stored = statuses.filter((status) => status === 201).length;
    expect(await service.stored()).toMatchObject({ requests: stored + 5, files: 2 * stored, intents: 0 });
  });

  it('takes files again when there is room, under the objects', async () => {
    const folder = await mount('objects');
    await writeFile(join(folder, 'film.mkv'), Buffer.alloc(80 * mebibyte));
    await expect.poll(isLow).toBe(true);
    expect((await submitBytes(1000)).status).toBe(503);
    expect((await submitBytes()).status).toBe(201);
    expect(await readdir(folder)).toEqual(['film.mkv']);
    await rm(join(folder, 'film.mkv'));
    await expect.poll(async () => (await submitBytes(1000)).status).toBe(201);
  });
});

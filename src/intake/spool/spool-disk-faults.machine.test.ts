import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFilesBelow } from '../../../test/support/open-files.ts';
import { mountSmallDisk, type SmallDisk } from '../../../test/support/small-disk.ts';
import { createSpool } from './create-spool.ts';
import type { RequestSpool } from './spool.ts';

const kib = 1024;
const diskBytes = 256 * kib;

describe('a spool whose directory cannot be made', () => {
  let parent: string;
  let directory: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'spool-'));
    directory = join(parent, 'file', 'uploads');
    await writeFile(join(parent, 'file'), '');
  });

  afterEach(async () => {
    await rm(parent, { recursive: true });
  });

  it('reports the fault on request, and keeps no memory', async () => {
    const spool = createSpool({ directory, memoryBudgetBytes: 0 });
    const request = spool.open();
    const attachment = writeBytes(request, 2 * 1024 * kib);
    await expect(request.pressure()).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(request.flush()).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(buffer(attachment.open())).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(spool.memoryBytes).toBe(0);
    await request.release();
  });

  it('ends no process while its failure is not read', async () => {
    const spool = createSpool({ directory, memoryBudgetBytes: 0 });
    const request = spool.open();
    writeBytes(request, 2 * 1024 * kib);
    void request.pressure();
    void request.flush();
    while (spool.memoryBytes > 0) await turn();
    writeBytes(request, 100 * kib);
    expect(spool.memoryBytes).toBe(0);
    void request.pressure();
    await request.release();
  });

  it('serves attachments that fit into memory', async () => {
    const spool = createSpool({ directory, memoryBudgetBytes: 256 * kib });
    const request = spool.open();
    const attachment = writeBytes(request, 100 * kib);
    await request.flush();
    expect(await buffer(attachment.open())).toHaveLength(100 * kib);
    await request.release();
    expect(spool.memoryBytes).toBe(0);
  });
});

describe('a spool on a full disk', () => {
  let directory: string;
  let disk: SmallDisk;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spool-'));
    disk = await mountSmallDisk(directory, diskBytes);
  });

  afterEach(async () => {
    disk.unmount();
    await rm(directory, { recursive: true });
  });

  it('reports the fault on request, and releases memory and files', async () => {
    const spool = createSpool({ directory, memoryBudgetBytes: 0 });
    const request = spool.open();
    writeBytes(request, 4 * diskBytes);
    await expect(request.flush()).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(request.pressure()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(spool.memoryBytes).toBe(0);
    await request.release();
    expect(await openFilesBelow(directory)).toEqual([]);
  });

  it('gives the disk back to the next request', async () => {
    const spool = createSpool({ directory, memoryBudgetBytes: 0 });
    const first = spool.open();
    writeBytes(first, 4 * diskBytes);
    await expect(first.flush()).rejects.toMatchObject({ code: 'ENOSPC' });
    await first.release();

    const second = spool.open();
    const attachment = writeBytes(second, diskBytes / 2);
    await second.flush();
    expect(await buffer(attachment.open())).toHaveLength(diskBytes / 2);
    await second.release();
  });

  it('does not read back the part that fitted as if it were whole', async () => {
    const request = createSpool({ directory, memoryBudgetBytes: 0 }).open();
    const attachment = writeBytes(request, 2 * diskBytes);
    await expect(buffer(attachment.open())).rejects.toMatchObject({ code: 'ENOSPC' });
    await request.release();
  });
});

function writeBytes(request: RequestSpool, bytes: number) {
  const writer = request.begin();
  for (let left = bytes; left > 0; left -= 50 * kib) writer.write(randomBytes(Math.min(left, 50 * kib)));
  return writer.end();
}

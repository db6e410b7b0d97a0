import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedDatabaseError } from '../../src/platform/database/embedded/errors.ts';
import { explainFullDisk } from '../../src/platform/database/embedded/full-disk.ts';
import { readDiskSpace } from '../../src/platform/disk/disk-space.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const silent = new EmbeddedDatabaseError('It does not start: timeout. Set DATABASE_URL to use another server. (empty)');

let directory: string;
let disk: SmallDisk | null = null;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'full-disk-'));
});

afterEach(async () => {
  disk?.unmount();
  disk = null;
  await rm(directory, { recursive: true });
});

/** Resolves with the message of the failure. */
function failureOf(error: Error): Promise<string> {
  return explainFullDisk(directory, () => Promise.reject(error)).then(
    () => 'it succeeded',
    ({ message }: Error) => message,
  );
}

describe('the failure of the embedded database', () => {
  it('is a full disk where the server could not even log that', async () => {
    disk = await mountSmallDisk(directory, 20 * 1024 ** 2);
    expect(await failureOf(silent)).toBe(silent.message);
    await writeFile(join(directory, 'filler'), Buffer.alloc(8 * 1024 ** 2));
    expect(await failureOf(silent)).toMatch(new RegExp(`^The disk of DATA_DIR \\(${directory}\\) is full: free some`));
    expect(await failureOf(new Error('a fault of another kind'))).toBe('a fault of another kind');
  });

  it('is a disk that takes no more files, which has no free bytes either', async () => {
    disk = await mountSmallDisk(directory, 64 * 1024 ** 2, 1);
    expect(await failureOf(silent)).toMatch(
      /^The disk of DATA_DIR .* takes no more files \(df -i\): remove small files/,
    );
    expect(await readDiskSpace(directory)).toMatchObject({ totalBytes: 64 * 1024 ** 2, freeBytes: 0 });
  });

  it.each([
    Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
    new Error('initdb: could not write to file: No space left on device'),
    new Error('ENOSPC: no space left on device, copyfile'),
    new Error('Disk quota exceeded'),
  ])('is a full disk when its cause is: %s', async (cause) => {
    const wrapped = new EmbeddedDatabaseError('They cannot be used: set DATABASE_URL', { cause });
    expect(await failureOf(wrapped)).toMatch(/^The disk of DATA_DIR .* is full/);
  });
});

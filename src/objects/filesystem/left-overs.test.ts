import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLeftOverRemoval } from './left-overs.ts';

describe('the removal of left-overs', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'left-overs-'));
    remove = createLeftOverRemoval(folder);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('removes what it has found twice, and nothing that is younger', async () => {
    await writeFile(join(folder, 'old'), 'x');
    await remove();
    await writeFile(join(folder, 'young'), 'x');
    await remove();
    expect(await readdir(folder)).toEqual(['young']);
    await remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('waits for a folder that is not there yet', async () => {
    await rm(folder, { recursive: true });
    await remove();
    await mkdir(folder);
    await writeFile(join(folder, 'a'), 'x');
    await remove();
    await remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes on past what it cannot remove, and says so', async () => {
    await mkdir(join(folder, 'a folder'));
    await writeFile(join(folder, 'file'), 'x');
    await remove();
    await expect(remove()).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['a folder']);
  });
});

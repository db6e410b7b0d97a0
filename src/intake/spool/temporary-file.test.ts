import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryFile, removeTemporaryFiles } from './temporary-file.ts';

const leftOver = 'commission-upload-0b4be9a2-9d0c-4a53-8f6e-3a4f5c6d7e8f.tmp';

describe('temporary files', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'temporary-file-'));
  });

  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  it('have no name once they are open, and can be written and read', async () => {
    const file = await openTemporaryFile(directory);
    expect(await readdir(directory)).toEqual([]);
    await file.write(Buffer.from('kept'), 0, 4, 0);
    expect((await file.read(Buffer.alloc(4), 0, 4, 0)).buffer.toString()).toBe('kept');
    await file.close();
  });

  it('are for this user alone, as is the directory made for them', async () => {
    const nested = join(directory, 'data', 'uploads');
    const file = await openTemporaryFile(nested);
    expect((await file.stat()).mode & 0o777).toBe(0o600);
    expect((await stat(nested)).mode & 0o777).toBe(0o700);
    await file.close();
  });

  it('leave the mode of a directory that is there alone', async () => {
    await chmod(directory, 0o750);
    await (await openTemporaryFile(directory)).close();
    expect((await stat(directory)).mode & 0o777).toBe(0o750);
  });

  it('cannot be opened when a file has the name of the directory', async () => {
    const path = join(directory, 'file');
    await writeFile(path, '');
    await expect(openTemporaryFile(path)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(openTemporaryFile(join(path, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('are opened while others remove left-overs', async () => {
    const opened = Array.from({ length: 20 }, () => openTemporaryFile(directory));
    const removed = Array.from({ length: 20 }, () => removeTemporaryFiles(directory));
    await Promise.all(removed);
    for (const file of await Promise.all(opened)) await file.close();
    expect(await readdir(directory)).toEqual([]);
  });

  it('are removed when they were left over, and no other files', async () => {
    const others = ['commission-upload-notes.tmp', `${leftOver}.bak`, `my-${leftOver}`, 'customers.txt'];
    for (const name of [leftOver, ...others]) await writeFile(join(directory, name), '');
    await removeTemporaryFiles(directory);
    const kept = await readdir(directory);
    expect(kept.sort()).toEqual(others.sort());
  });

  it('are not missed where there is no directory', async () => {
    await expect(removeTemporaryFiles(join(directory, 'none'))).resolves.toBeUndefined();
  });
});

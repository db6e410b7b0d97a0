import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOutput } from './output-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-file-'));
});

afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

function write(path: string, content: Readable = Readable.from(['abc'])): Promise<void> {
  return writeOutput(path, content, never);
}

describe('the file that a command writes', () => {
  it('writes a new file', async () => {
    await write(join(folder, 'a'));
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('abc');
  });

  it('says why there can be no file, and leaves an existing one', async () => {
    const taken = join(folder, 'taken');
    await writeFile(taken, 'x');
    await expect(write(taken)).rejects.toThrow(/^\/.*taken exists already$/);
    await expect(write(join(folder, 'nope', 'a'))).rejects.toThrow(`the folder ${join(folder, 'nope')} does not exist`);
    await expect(write(join(taken, 'a'))).rejects.toThrow(`${taken} is not a folder`);
    expect(await readFile(taken, 'utf8')).toBe('x');
  });

  it('says that a folder takes no files', async () => {
    await expect(write('/proc/nope')).rejects.toThrow('no file can be created in /proc');
  });

  it('shows a file only when it is whole', async () => {
    const path = join(folder, 'a');
    async function* observed() {
      yield 'a';
      await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^a\.[0-9a-f]{8}\.part$/)]);
      yield 'b';
    }
    await write(path, Readable.from(observed()));
    expect(await readFile(path, 'utf8')).toBe('ab');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('leaves a file alone that appears while it writes', async () => {
    const path = join(folder, 'a');
    async function* overtaken() {
      yield 'mine';
      await writeFile(path, 'theirs');
    }
    await expect(write(path, Readable.from(overtaken()))).rejects.toThrow(`${path} exists already`);
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('passes a failure of the content on, and removes the file', async () => {
    const path = join(folder, 'a');
    const missing = Object.assign(new Error('the source'), { code: 'ENOENT', syscall: 'open', path: '/source' });
    async function* broken() {
      yield 'a';
      await expect.poll(() => readdir(folder)).toHaveLength(1);
      throw missing;
    }
    await expect(write(path, Readable.from(broken()))).rejects.toBe(missing);
    expect(await readdir(folder)).toEqual([]);
  });
});

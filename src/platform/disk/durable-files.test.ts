import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renameToFree } from './durable-files.ts';

const { link } = fs.promises;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-files-'));
  await writeFile(join(folder, 'written'), 'x');
});

afterEach(async () => {
  replaceLink(link);
  await rm(folder, { recursive: true });
});

function replaceLink(call: typeof link): void {
  fs.promises.link = call;
  syncBuiltinESMExports();
}

const rename = () => renameToFree(join(folder, 'written'), join(folder, 'named'));

describe.each([
  ['with links', link],
  ['without links', () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))],
])('on a file system %s, a file', (_, call) => {
  it('gets a name that is free', async () => {
    replaceLink(call);
    await rename();
    expect(await readdir(folder)).toEqual(['named']);
  });

  it('gets no name that is taken', async () => {
    replaceLink(call);
    await writeFile(join(folder, 'named'), 'of another');
    await expect(rename()).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(join(folder, 'named'), 'utf8')).toBe('of another');
  });
});

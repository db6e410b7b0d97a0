import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface BuildStamp {
  inputsOf(root: string): string;
  isBuilt(root: string, nodeVersion?: string): boolean;
  forgetBuild(root: string): void;
  rememberBuild(root: string, built: string): void;
}

const module = resolve(import.meta.dirname, '../../scripts/build-stamp.mjs');
const { forgetBuild, inputsOf, isBuilt, rememberBuild }: BuildStamp = await import(module);

let root: string;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-stamp-'));
  for (const path of ['src/main/main.ts', 'page/index.html', 'package-lock.json', 'dist/main.js', 'client/dist/a.js'])
    await write(path, path);
  rememberBuild(root, inputsOf(root));
});

afterEach(() => rm(root, { recursive: true }));

describe('a build', () => {
  it('is not made again when nothing has changed', () => {
    expect(isBuilt(root)).toBe(true);
  });

  it('is not made again for a test', async () => {
    for (const path of ['src/main/main.test.ts', 'page/test/form.test.ts']) await write(path, 'changed');
    expect(isBuilt(root)).toBe(true);
  });

  it.each([
    'src/main/main.ts',
    'src/new.ts',
    'page/index.html',
    'client/src/a.ts',
    'scripts/bundle.mjs',
    'package-lock.json',
  ])('is made again for %s', async (path) => {
    await write(path, 'changed');
    expect(isBuilt(root)).toBe(false);
  });

  it('is made again when a source is gone', async () => {
    await rm(join(root, 'src/main'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });

  it.each(['dist', 'dist/main.js', 'client/dist'])('is made again when %s is gone', async (path) => {
    await rm(join(root, path), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });

  it('is made again when a part of it was built alone', async () => {
    await write('dist/page/index.html', 'newer');
    expect(isBuilt(root)).toBe(false);
  });

  it('is made again after one that was interrupted', () => {
    forgetBuild(root);
    expect(isBuilt(root)).toBe(false);
  });

  it('is made again when a source has changed while it ran', async () => {
    const built = inputsOf(root);
    await write('src/main/main.ts', 'changed');
    rememberBuild(root, built);
    expect(isBuilt(root)).toBe(false);
  });

  it('is made again by another major version of Node.js', () => {
    const [major = ''] = process.versions.node.split('.');
    expect(isBuilt(root, `${major}.99.0`)).toBe(true);
    expect(isBuilt(root, `${Number(major) + 2}.0.0`)).toBe(false);
  });
});

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(checkout, 'scripts'));
  const files = ['package.json', 'scripts/build.mjs', 'scripts/build-stamp.mjs'];
  for (const file of files) await copyFile(join(root, file), join(checkout, file));
});

afterEach(() => rm(checkout, { recursive: true }));

const build = (...args: readonly string[]) => run(process.execPath, [...args, join(checkout, 'scripts/build.mjs')]);

describe('the build that npm ci runs, without the development packages', () => {
  it('says what to do when there is no service yet', async () => {
    await expect(build()).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The service is not built: [^\n]*NODE_ENV=production[^\n]*npm ci --include=dev[^\n]*\n$/,
      ),
    });
  });

  it('keeps a service that was built elsewhere', async () => {
    await mkdir(join(checkout, 'dist'));
    await writeFile(join(checkout, 'dist/main.js'), '');
    expect(await build()).toEqual({
      stdout: expect.stringMatching(/^The service in dist\/ stays[^\n]*\n$/),
      stderr: '',
    });
  });
});

describe('the message without a build', () => {
  it.each(['start', 'commissions', 'reconcile'])(
    'says in a sentence that npm run %s needs the build',
    async (script) => {
      await expect(run('npm', ['run', '-s', script], { cwd: checkout })).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The service is not built yet: run npm run build, then this again\n',
      });
    },
  );

  it('names the Node.js that the build needs', async () => {
    const versions = `{ ...process.versions, node: '18.20.8' }`;
    const preload = join(checkout, 'version.cjs');
    await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    await expect(build('--require', preload)).rejects.toMatchObject({
      code: 1,
      stderr: 'This is Node.js 18.20.8, and the build needs 20.19 or later: install Node.js 24 (LTS).\n',
    });
  });
});

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeEdits, messages, scratchTest } from './field-recipe.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** Beside texts and tests. */
const mostFiles = 12;

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'recipe-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 24 });
  const parts = /^(src|client|page|page-kit|inbox|test|bench|trials|examples\/catalogue|[^/]+$)/;
  const isThere = async (path: string) => (await readFile(join(root, path)).catch(() => null)) !== null;
  for (const path of stdout.split('\n')) {
    if (path !== '' && parts.test(path) && (await isThere(path))) await cp(join(root, path), join(scratch, path));
  }
  await symlink(join(root, 'node_modules'), join(scratch, 'node_modules'));
});

afterAll(() => rm(scratch, { recursive: true }));

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(join(scratch, file), change(await readFile(join(scratch, file), 'utf8').catch(() => '')));
}

async function followRecipe(): Promise<void> {
  for (const { file, after, text } of codeEdits) {
    await edit(file, (before) => {
      if (after === null) return text;
      expect(before).toContain(after);
      return before.replace(after, `${after}${text}`);
    });
  }
  for (const [folder, keys] of Object.entries(messages)) {
    for (const name of await readdir(join(scratch, folder))) {
      await edit(join(folder, name), (before) => {
        const added = Object.fromEntries(keys.map((key) => [key, 'Deadline']));
        return JSON.stringify({ ...JSON.parse(before), ...added }, null, 2);
      });
    }
  }
}

async function outputOf(command: string, ...args: readonly string[]): Promise<string> {
  const ended = run(command, args, { cwd: scratch, maxBuffer: 1 << 24 });
  return ended.then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

describe('the recipe for a field', () => {
  it('names every file of code that the compiler and a test from form to export ask for', async () => {
    await followRecipe();
    const tsc = join(root, 'node_modules/.bin/tsc');
    const ofService = await outputOf(tsc, '-p', 'tsconfig.json');
    // Tests and trials have payloads of their own, which a new field concerns.
    expect(ofService.split('\n').filter((line) => /^(src|client)\/(?!.*\.test\.ts)/.test(line))).toEqual([]);
    expect(await outputOf(tsc, '-p', 'client/tsconfig.json', '--noEmit')).toBe('');
    expect(
      (await outputOf(tsc, '-p', 'page/tsconfig.json')).split('\n').filter((line) => /^page\/src/.test(line)),
    ).toEqual([]);
    expect(
      (await outputOf(tsc, '-p', 'inbox/tsconfig.json')).split('\n').filter((line) => /^inbox\/src/.test(line)),
    ).toEqual([]);
    await writeFile(join(scratch, 'test/new-field.test.ts'), scratchTest);
    expect(await outputOf('npx', 'vitest', 'run', '--project', 'service', 'test/new-field.test.ts')).toBe('');
  });

  it('has at most twelve files of code, each named in CONTRIBUTING.md', async () => {
    const files = new Set(codeEdits.map(({ file }) => file.replace(/\d{3}-.*\.sql$/, '')));
    expect(files.size).toBeLessThanOrEqual(mostFiles);
    const recipes = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
    expect([...files].filter((file) => !recipes.includes(`\`${file}\``))).toEqual([]);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelKind } from './channel-kind.ts';
import { doctorCheck } from './doctor-check.ts';
import { field } from './field.ts';
import { covers, namedPaths } from './recipe.ts';
import { type Changed, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';
import { status } from './status.ts';

const projects = ['tsconfig.json', 'client/tsconfig.json', 'page/tsconfig.json', 'inbox/tsconfig.json'];
const proofFile = 'test/recipe-proof.test.ts';

describe.each([field, status, channelKind, doctorCheck])('the recipe with the heading $heading', (recipe) => {
  let scratch: ScratchCopy;
  let changed: Changed;

  beforeAll(async () => {
    scratch = await makeScratchCopy();
    changed = await scratch.follow(recipe);
  });

  afterAll(() => scratch.remove());

  it('names each file that it changes, and no other', async () => {
    const named = namedPaths(await readFile(join(scratch.path, 'CONTRIBUTING.md'), 'utf8'), recipe);
    const all = [...changed.files, ...changed.texts];
    expect(all.filter((file) => !named.some((path) => covers(path, file)))).toEqual([]);
    expect(named.filter((path) => !all.some((file) => covers(path, file)))).toEqual([]);
  });

  it('has few files beside texts', () => {
    expect(changed.files.length).toBeLessThanOrEqual(recipe.mostFiles);
  });

  it('leaves nothing for the compiler to ask for', async () => {
    for (const project of projects) {
      const lines = (await scratch.faultsOf('tsc', '--pretty', 'false', '--noEmit', '-p', project)).split('\n');
      const asked = lines.filter((line) => /^\S/.test(line) && !recipe.adapted?.test(line));
      expect(asked).toEqual([]);
    }
  });

  it('makes what works from end to end', async () => {
    await writeFile(join(scratch.path, proofFile), recipe.proof);
    const inProjects = ['--project', 'unit', '--project', 'service'];
    expect(await scratch.faultsOf('vitest', 'run', ...inProjects, proofFile, ...recipe.tests)).toBe('');
  });
});

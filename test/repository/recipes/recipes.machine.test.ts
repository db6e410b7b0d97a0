import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelKind } from './channel-kind.ts';
import { doctorCheck } from './doctor-check.ts';
import { entryKind } from './entry-kind.ts';
import { facet } from './facet.ts';
import { field } from './field.ts';
import { language } from './language.ts';
import { covers, namedPaths } from './recipe.ts';
import { type Changed, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';
import { status } from './status.ts';
import { studioKey } from './studio-key.ts';

const recipes = [field, facet, status, entryKind, channelKind, language, doctorCheck, studioKey];
const projects = ['tsconfig.json', 'client/tsconfig.json', 'page/tsconfig.json', 'inbox/tsconfig.json'];

// All in one copy: the compiler and the tests take far longer than the edits.
let scratch: ScratchCopy;
const changes = new Map<string, Changed>();

beforeAll(async () => {
  scratch = await makeScratchCopy();
  for (const recipe of recipes) changes.set(recipe.heading, await scratch.follow(recipe));
});

afterAll(() => scratch.remove());

describe.each(recipes)('the recipe with the heading $heading', (recipe) => {
  const changed = () => changes.get(recipe.heading) ?? { files: [], texts: [] };

  it('names each file that it changes, and no other', async () => {
    const named = namedPaths(await readFile(join(scratch.path, 'CONTRIBUTING.md'), 'utf8'), recipe);
    const all = [...changed().files, ...changed().texts];
    expect(all.filter((file) => !named.some((path) => covers(path, file)))).toEqual([]);
    expect(named.filter((path) => !all.some((file) => covers(path, file)))).toEqual([]);
  });

  it('has few files beside texts', () => {
    expect(changed().files.length).toBeGreaterThan(0);
    expect(changed().files.length).toBeLessThanOrEqual(recipe.mostFiles);
  });
});

describe('the recipes together', () => {
  it.each(projects)('leave nothing for the compiler to ask for in %s', async (project) => {
    const lines = (await scratch.faultsOf('tsc', '--pretty', 'false', '--noEmit', '-p', project)).split('\n');
    const isAdapted = (line: string) => recipes.some(({ adapted }) => adapted?.test(line));
    expect(lines.filter((line) => /^\S/.test(line) && !isAdapted(line))).toEqual([]);
  });

  it('give what works from end to end', async () => {
    await scratch.bundle();
    const proofs = recipes.map((_, index) => `test/recipe-proof-${index}.test.ts`);
    for (const [index, { proof }] of recipes.entries()) {
      await writeFile(join(scratch.path, proofs[index] ?? ''), proof);
    }
    const tests = new Set(recipes.flatMap((recipe) => recipe.tests));
    const inProjects = ['--project', 'unit', '--project', 'service'];
    expect(await scratch.faultsOf('vitest', 'run', ...inProjects, ...proofs, ...tests)).toBe('');
  });
});

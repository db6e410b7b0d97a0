import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Change, Recipe } from './recipe.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const parts =
  /^(src|client|page|page-kit|inbox|texts|test|bench|trials|scripts|decisions|examples\/catalogue|docs\/[^/]+$|[^/]+$)/;
const ofLanguage = /^[a-z]{2}\.(json|ts)$/;

/** A copy of the project, in which a recipe is followed. */
export interface ScratchCopy {
  readonly path: string;
  /** Makes the edits. Resolves with the files that they changed, those with texts apart. */
  follow(recipe: Pick<Recipe, 'edits' | 'texts'>): Promise<Changed>;
  /** Bundles the service, beside both pages as they were built: the operators' listener asks for their files. */
  bundle(): Promise<void>;
  /** Resolves with what a program of the project prints when it fails, else with nothing. */
  faultsOf(program: 'tsc' | 'vitest', ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

export interface Changed {
  readonly files: readonly string[];
  readonly texts: readonly string[];
}

export async function makeScratchCopy(): Promise<ScratchCopy> {
  const path = await mkdtemp(join(tmpdir(), 'recipe-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 24 });
  const files = stdout.split('\n').filter((file) => parts.test(file));
  // A file that was removed and is not committed has no copy.
  const removed = new Set((await run('git', ['ls-files', '-d'], { cwd: root })).stdout.split('\n'));
  await Promise.all(files.filter((file) => !removed.has(file)).map((file) => cp(join(root, file), join(path, file))));
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'));

  async function edit(file: string, from: string | null, change: Change): Promise<void> {
    const before = from === null ? '' : await readFile(join(path, from), 'utf8');
    const after = change(before);
    if (from === file && after === before) throw new Error(`The recipe does not change ${file}`);
    await writeFile(join(path, file), after);
  }

  return {
    path,
    async follow({ edits, texts }) {
      for (const { file, from, change } of edits) {
        if (from !== file) await run('mkdir', ['-p', dirname(join(path, file))]);
        await edit(file, from, change);
      }
      const ofTexts: string[] = [];
      for (const [folder, change] of Object.entries(texts)) {
        const names = (await readdir(join(path, folder))).filter((name) => ofLanguage.test(name));
        for (const file of names.map((name) => join(folder, name))) {
          await edit(file, file, change);
          ofTexts.push(file);
        }
      }
      return { files: [...new Set(edits.map(({ file }) => file))], texts: ofTexts };
    },
    async bundle() {
      const script = "await (await import('./scripts/bundle.mjs')).bundleService()";
      await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: path });
      for (const page of ['dist/inbox', 'dist/page']) await cp(join(root, page), join(path, page), { recursive: true });
    },
    async faultsOf(program, ...args) {
      const ended = run(join(root, 'node_modules/.bin', program), args, { cwd: path, maxBuffer: 1 << 24 });
      return ended.then(
        () => '',
        ({ stdout, stderr }) => `${stdout}${stderr}`,
      );
    },
    remove: () => rm(path, { recursive: true }),
  };
}

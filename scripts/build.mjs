import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { forgetBuild, inputsOf, isBuilt, rememberBuild } from './build-stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [, oldestMajor, oldestMinor] = /(\d+)\.(\d+)/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node);
const [major, minor] = process.versions.node.split('.').map(Number);
const hasTools = ['rolldown', 'vite', 'typescript', 'preact'].every((name) => existsSync(`node_modules/${name}`));

if (major < oldestMajor || (major === Number(oldestMajor) && minor < oldestMinor)) {
  fail(
    `This is Node.js ${process.versions.node}, and the build needs ${oldestMajor}.${oldestMinor} or later: install Node.js 24 (LTS).`,
  );
} else if (hasTools) {
  if (!process.argv.includes('--if-changed') || !isBuilt(root)) await build();
} else if (existsSync('dist/main.js')) {
  console.log(
    'The service in dist/ stays as it is. To build it anew, install the development packages: `npm ci --include=dev`.',
  );
} else {
  fail(
    'The service is not built: its build needs the development packages, which NODE_ENV=production or --omit=dev left out. ' +
      'Run `npm ci --include=dev`, and afterwards `npm prune --omit=dev` to remove them.',
  );
}

/**
 * Builds `dist/` (the service, the customer's page, the inbox, and the licences of the bundled packages) and the
 * client's package.
 */
async function build() {
  const start = performance.now();
  const inputs = inputsOf(root);
  forgetBuild(root);
  const { bundleService, modulesIn } = await import('./bundle.mjs');
  const { thirdPartyNotices } = await import('./notices.mjs');
  const { build: buildPage } = await import('vite');
  const client = promisify(execFile)(join('node_modules', '.bin', 'tsc'), ['-p', 'client/tsconfig.json']).catch(
    (error) => {
      throw new Error(error.stdout);
    },
  );
  const modules = await bundleService();
  for (const mode of ['production', 'embed']) {
    const built = await buildPage({ root: 'page', mode, logLevel: 'warn' });
    modules.push(...[built].flat().flatMap(({ output }) => modulesIn(output)));
  }
  modules.push(
    ...[await buildPage({ root: 'inbox', logLevel: 'warn' })].flat().flatMap(({ output }) => modulesIn(output)),
  );
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(modules));
  await client;
  writeFileSync('dist/commit.txt', `${commitOfSources()}\n`);
  rememberBuild(root, inputs);
  console.log(`Built the service, its pages and its client in ${Math.ceil((performance.now() - start) / 1000)} s.`);
}

/** Returns the commit of the sources. Outside of a repository it is that in `COMMIT`. Changed sources have none. */
function commitOfSources() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trimEnd() ?? '';
  const [folder, commit] = git('rev-parse', '--show-toplevel', 'HEAD').split('\n');
  if (folder !== process.cwd()) return process.env.COMMIT ?? '';
  return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : '';
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unbundled } from '../bundle.mjs';

const isSourceMap = /\.map(\.br|\.gz)?$/;
const npm = (folder, ...args) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/**
 * Fills a folder with the files of the installed program: the bundle, the migrations, what a host needs to deploy it, and
 * the exact versions of the packages beside the bundle. Needs the build in `root`.
 */
export function stageProgram(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example', ...deployed]) copy(root, folder, path);
  for (const path of ['dist', 'src/intake/records/migrations']) copy(root, folder, path);
  const { scripts, devDependencies, private: isPrivate, dependencies, ...kept } = packageOf(root);
  const beside = Object.entries(dependencies).filter(([name]) => unbundled.includes(name));
  const files = ['dist', 'src', 'deploy', 'CHANGELOG.md', '.env.example', 'npm-shrinkwrap.json'];
  writePackage(folder, { ...kept, files, dependencies: Object.fromEntries(beside) });
  copy(root, folder, 'package-lock.json');
  // Takes out of the lock file what the bundle has, and fetches nothing.
  npm(folder, 'install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  npm(folder, 'shrinkwrap', '--offline');
}

const deployed = ['systemd', 'caddy', 'nginx', 'healthcheck.mjs'].map((name) => `deploy/${name}`);

/** Fills a folder with the client's package. */
export function stageClient(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of ['LICENSE', 'README.md', 'package.json', 'dist']) copy(join(root, 'client'), folder, path);
}

/** Fills a folder with the element as a package: the script for a page, and its licences. */
export function stageElement(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copy(root, folder, 'LICENSE');
  cpSync(join(root, 'docs/page.md'), join(folder, 'README.md'));
  cpSync(join(root, 'dist/page/embed.js'), join(folder, 'embed.js'));
  cpSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), join(folder, 'THIRD-PARTY-NOTICES.txt'));
  const { version, license } = packageOf(root);
  writePackage(folder, {
    name: '@commission-submission-service/element',
    version,
    description: 'The custom element <commission-form>: the form of the service on a page of your own.',
    license,
    exports: './embed.js',
    files: ['embed.js', 'THIRD-PARTY-NOTICES.txt'],
  });
}

/** Packs a staged folder. npm gives every file the same time, so that the bytes depend on the contents alone. */
export function pack(folder, out) {
  const [{ filename }] = JSON.parse(npm(folder, 'pack', '--json', '--ignore-scripts', '--pack-destination', out));
  return filename;
}

export const packageOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function writePackage(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** Without source maps, which are half of the bundle. */
function copy(from, to, path) {
  cpSync(join(from, path), join(to, path), { recursive: true, filter: (source) => !isSourceMap.test(source) });
}

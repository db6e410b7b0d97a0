import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './another-machine.ts';

const execute = promisify(execFile);

/** Tarballs of the program, in a folder of the repository, which another machine has too. */
export interface Releases {
  /** This version, with its SHA256SUMS. */
  readonly tarball: string;
  /** The tarball of the client, which is none of the program. */
  readonly client: string;
  /**
   * Makes a made-up version of the same program.
   * @param migration A file that it has beside the migrations of this version.
   */
  madeUp(version: string, migration?: string): Promise<string>;
  /** Writes a file into the folder. Resolves with its path. */
  write(name: string, content: Uint8Array | string): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the build as a release does. */
export async function makeReleases(): Promise<Releases> {
  await mkdir(join(repository, 'build'), { recursive: true });
  const folder = await mkdtemp(join(repository, 'build/releases-'));
  const packed = join(folder, 'packed');
  await execute('node', ['scripts/release/release.mjs', '--packages', '--out', packed], { cwd: repository });
  const { name, version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  const tarball = join(packed, `${name}-${version}.tgz`);
  const unpacked = join(folder, 'unpacked');
  return {
    tarball,
    client: join(packed, `${name}-client-${version}.tgz`),
    async madeUp(other, migration) {
      await execute('sh', ['-euc', 'rm -rf "$1" && mkdir "$1" && tar -xzf "$2" -C "$1"', 'sh', unpacked, tarball]);
      const manifest = join(unpacked, 'package/package.json');
      await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(`"${version}"`, `"${other}"`));
      if (migration !== undefined) {
        await cp(migration, join(unpacked, 'package/src/intake/records/migrations/1000-later.sql'));
      }
      const file = join(folder, `${name}-${other}.tgz`);
      await execute('tar', ['-czf', file, '-C', unpacked, 'package']);
      return file;
    },
    async write(file, content) {
      await writeFile(join(folder, file), content);
      return join(folder, file);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

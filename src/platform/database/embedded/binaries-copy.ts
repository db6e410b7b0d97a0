import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncDirectory, syncTree } from '../../disk/durable-files.ts';
import { EmbeddedDatabaseError } from './errors.ts';

/** Creates the libraries' symbolic links. npm packages cannot hold them, and the install script may not have run. */
export async function linkLibraries(root: string): Promise<void> {
  const manifest = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(manifest) as readonly { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target);
      if (await lstat(path).catch(() => null)) return;
      await symlink(relative(dirname(target), source), path).catch(ignoreExisting);
    }),
  );
}

/**
 * Returns a copy of the npm package's programs that every account can run: an earlier one in `cache`, or a new one.
 * Rejects when another account could change the copy or its directory.
 */
export async function copyBinaries(root: string, cache: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const copy = join(cache, `${name?.split('/')[1]}-${version}`);
  await mkdir(cache, { recursive: true, mode: 0o755 });
  await assertOursAlone(cache);
  await chmod(cache, 0o755);
  if (!(await stat(copy).catch(() => null))) await makeCopy(root, copy);
  await assertOursAlone(copy);
  return copy;
}

/** Rejects when another account can write to the directory, because this account runs code from it. */
async function assertOursAlone(directory: string): Promise<void> {
  const found = await lstat(directory);
  if (found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0) return;
  throw new EmbeddedDatabaseError(`${directory} is not a directory that this account alone can write to`);
}

/** Creates the copy atomically, because a start may be killed while it copies, or two starts may copy at once. */
async function makeCopy(root: string, copy: string): Promise<void> {
  const staging = await mkdtemp(join(dirname(copy), 'incoming-'));
  try {
    await cp(join(root, 'native'), join(staging, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !source.endsWith('.a'),
    });
    await makeReadable(staging);
    await linkLibraries(staging);
    // A copy with its name is never made again, so a power cut must not leave it without its bytes.
    await syncTree(staging);
    await rename(staging, copy).catch(ignoreExisting);
    await syncDirectory(dirname(copy));
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => {});
  }
}

async function makeReadable(root: string): Promise<void> {
  await chmod(root, 0o755);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const changeable = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(changeable.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}

import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { linkLibraries } from './library-links.ts';

const stagingPrefix = 'incoming-';
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * A copy of the npm package's programs that every account can run, made in `cache` or found there from before.
 * Rejects when the copy, or its directory, could be changed by another account.
 */
export async function keepCopy(root: string, cache: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const kept = join(cache, `${name?.split('/')[1]}-${version}`);
  await mkdir(cache, { recursive: true });
  await assertOursAlone(cache);
  await chmod(cache, 0o755);
  if (!(await stat(kept).catch(() => null))) await copyWhole(root, kept);
  await assertOursAlone(kept);
  return kept;
}

/** Code that root starts must not be replaceable by anybody else: the cache may be below a shared /tmp. */
async function assertOursAlone(directory: string): Promise<void> {
  const found = await lstat(directory);
  if (found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0) return;
  throw new EmbeddedDatabaseError(`${directory} is not a directory that this account alone can write to`);
}

/** Visible whole or not at all: a start may be killed while it copies, or two may copy at once. */
async function copyWhole(root: string, kept: string): Promise<void> {
  await removeAbandoned(dirname(kept));
  const staging = await mkdtemp(join(dirname(kept), stagingPrefix));
  try {
    await cp(join(root, 'native'), join(staging, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !source.endsWith('.a'),
    });
    await makeReadable(staging);
    await linkLibraries(staging);
    await rename(staging, kept).catch(ignoreExisting);
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => {});
  }
}

async function makeReadable(root: string): Promise<void> {
  await chmod(root, 0o755);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)),
  );
}

async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const found = await stat(join(cache, name)).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(join(cache, name), { recursive: true, force: true }).catch(() => {});
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}

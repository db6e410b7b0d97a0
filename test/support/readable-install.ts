import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** A copy of the built service and its packages that every account can read, wherever the repository is. */
export interface ReadableInstall {
  readonly directory: string;
  /** A copy of this process's Node. */
  readonly node: string;
  readonly program: string;
  remove(): Promise<void>;
}

export async function installReadably(): Promise<ReadableInstall> {
  const directory = await mkdtemp(join(tmpdir(), 'readable-install-'));
  await chmod(directory, 0o755);
  for (const path of ['package.json', 'dist', 'src/intake/records/migrations']) {
    await cp(join(repository, path), join(directory, path), { recursive: true });
  }
  const node = await copyRuntime(directory);
  return {
    directory,
    node,
    program: join(directory, 'dist/main.js'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/**
 * Copies the files that the service needs at run time, without its development dependencies, to `<directory>/node_modules`. Also
 * copies Node and returns the path of that copy.
 */
export async function copyRuntime(directory: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, { dev?: boolean; optional?: boolean }>;
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (path === '' || dev || isNested) continue;
    const copied = cp(join(repository, path), join(directory, path), { recursive: true, verbatimSymlinks: true });
    // The lock file lists the binaries of other platforms, but they are not installed.
    await (optional ? copied.catch(() => {}) : copied);
  }
  const node = join(directory, 'node');
  await cp(process.execPath, node);
  return node;
}

import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** The built service with its packages where every account can read it, wherever the repository lies. */
export interface ReadableInstall {
  readonly directory: string;
  /** This process's Node. */
  readonly node: string;
  /** `dist/main.js`. */
  readonly program: string;
  remove(): Promise<void>;
}

export async function installReadably(): Promise<ReadableInstall> {
  const directory = await mkdtemp(join(tmpdir(), 'readable-install-'));
  await chmod(directory, 0o755);
  for (const path of ['package.json', 'dist', 'src/records/migrations']) {
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
 * What the service runs on and what it loads, and nothing that is only for its development: Node, whose place is
 * answered, and `<directory>/node_modules`.
 */
export async function copyRuntime(directory: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, { dev?: boolean; optional?: boolean }>;
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (path === '' || dev || isNested) continue;
    const copied = cp(join(repository, path), join(directory, path), { recursive: true, verbatimSymlinks: true });
    // The binaries of other platforms are in the lock file but not in the tree.
    await (optional ? copied.catch(() => {}) : copied);
  }
  const node = join(directory, 'node');
  await cp(process.execPath, node);
  return node;
}

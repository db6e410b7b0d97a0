import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs and builds an example in its folder with the commands of its readme. */
export async function buildPackage(folder: string, env: Record<string, string>): Promise<void> {
  const cwd = join(import.meta.dirname, '../..', folder);
  // The test runner's own NODE_ENV would change the build.
  const { NODE_ENV: _, ...inherited } = process.env;
  await run('npm', ['ci'], { cwd, env: inherited });
  await run('npm', ['run', 'build'], { cwd, env: { ...inherited, ...env } });
}

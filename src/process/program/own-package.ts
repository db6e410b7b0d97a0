import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from './start-failure.ts';

/**
 * Returns the folder of a file of this package. `imports` in package.json maps the name to the file, so that the name
 * works wherever the build puts the calling code.
 * @throws {StartError} when the file does not exist
 */
export function packageFolder(fileName: `#${string}`): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(fileName));
  } catch (cause) {
    throw new StartError(`A file of this program is missing (${fileName}): run npm run build`, { cause });
  }
}

export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Returns the commit that the program was built from, 40 hexadecimal digits. Null when the build knew none. */
export function commit(): string | null {
  const path = join(packageFolder('#package.json'), 'dist', 'commit.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || null : null;
}

/** Returns version and commit, as `/healthz` names them. */
export const programVersion = () => ({ version: version(), commit: commit() });

/** Returns the version for people: `1.0.0 (0a1b2c3d4e5f)`. */
export function versionText(): string {
  const built = commit();
  return built === null ? version() : `${version()} (${built.slice(0, 12)})`;
}

/** Returns the path of the built program that decodes pictures. */
export function previewProgram(): string {
  return join(packageFolder('#package.json'), 'dist', 'preview-program.js');
}

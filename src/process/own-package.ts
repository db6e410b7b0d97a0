import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Returns the folder of a file of this package. `imports` in package.json maps the name to the file, so that the name
 * works wherever the build puts the calling code. @throws when the file does not exist.
 */
export function packageFolder(fileName: `#${string}`): string {
  return dirname(createRequire(import.meta.url).resolve(fileName));
}

export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The folder of a file of this package, by the package's own name for it (`imports` in package.json): that holds wherever
 * the build has put the code that asks. @throws when the file is not there.
 */
export function packageFolder(fileName: `#${string}`): string {
  return dirname(createRequire(import.meta.url).resolve(fileName));
}

/** The version of this package. */
export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

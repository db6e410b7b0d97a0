import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';

/**
 * The folder of a file of this package, by the package's own name for it (`imports` in package.json): that holds wherever
 * the build has put the code that asks. @throws when the file is not there.
 */
export function packageFolder(fileName: `#${string}`): string {
  return dirname(createRequire(import.meta.url).resolve(fileName));
}

/** The folder of a built page; null where the build has not made it, and all else is served. @param name for the log */
export function builtPageFolder(name: string, fileName: `#${string}`, log: Logger): string | null {
  try {
    return packageFolder(fileName);
  } catch (error) {
    log.warn({ err: error }, `${name} is not built: its address responds 404 until \`npm run build\` has made it`);
    return null;
  }
}

/** The version of this package. */
export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

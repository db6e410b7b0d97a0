import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';

/**
 * Returns the folder of a file of this package. `imports` in package.json maps the name to the file, so that the name
 * works wherever the build puts the calling code. @throws when the file does not exist.
 */
export function packageFolder(fileName: `#${string}`): string {
  return dirname(createRequire(import.meta.url).resolve(fileName));
}

/** Returns the folder of a built page, or null when it is not built: all else is served. @param name For the log. */
export function builtPageFolder(name: string, fileName: `#${string}`, log: Logger): string | null {
  try {
    return packageFolder(fileName);
  } catch (error) {
    log.warn({ err: error }, `${name} is not built: its address responds 404 until \`npm run build\` has made it`);
    return null;
  }
}

export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

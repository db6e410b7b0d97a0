import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../process/package-folder.ts';

/** The version of this package. */
export function version(): string {
  const text = readFileSync(join(packageFolder('#package.json'), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

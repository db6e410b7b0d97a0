import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a line for each file of a folder, as `sha256sum --check` reads them. */
export function sha256Sums(folder) {
  const sumOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  const lines = readdirSync(folder)
    .sort()
    .map((name) => `${sumOf(name)}  ${name}\n`);
  return lines.join('');
}

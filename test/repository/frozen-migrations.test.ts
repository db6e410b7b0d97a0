import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures');
const migrations = join(root, 'src/intake/records/migrations');
const frozen = readdirSync(fixtures).flatMap((version) => {
  const lines = readFileSync(join(fixtures, version, 'migrations.txt'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => [version, ...line.split('  ')] as [version: string, sha256: string, name: string]);
});

/** Returns a sentence on a migration of a release that is not as it was, or null. */
function faultOf([version, sha256, name]: (typeof frozen)[number], folder: string): string | null {
  const path = join(folder, name);
  if (!existsSync(path)) return `${name} is part of ${version} and must stay: databases of ${version} have run it`;
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found === sha256) return null;
  return `${name} is part of ${version} and must not change: put the change into a new migration`;
}

describe('the migrations of releases', () => {
  it('stay as they were', () => {
    expect(frozen.map((entry) => faultOf(entry, migrations)).filter((fault) => fault !== null)).toEqual([]);
    expect(frozen.length).toBeGreaterThanOrEqual(10);
  });

  it('have faults that are named by a sentence', () => {
    const [version, sha256, name] = frozen[0] ?? ['', '', ''];
    expect(faultOf([version, sha256, '100-gone.sql'], migrations)).toMatch(/^100-gone\.sql is part of .* must stay/);
    expect(faultOf([version, 'another', name], migrations)).toMatch(/must not change: put the change into a new/);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleImports } from './module-imports.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

describe('the page on the architecture', () => {
  it('lists each module of the source in ARCHITECTURE.md', () => {
    const listed = [...page.matchAll(/^\| `([a-z/-]+)\/` \|/gm)].map(([, module]) => module);
    expect(listed).toEqual(expect.arrayContaining(Object.keys(moduleImports).filter((module) => module !== 'http')));
  });

  it('names only files that there are', () => {
    const named = [...page.matchAll(/`([\w-]+\/[\w/-]+(?:\.test)?\.ts)`/g)].map(([, path]) => String(path));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');

/** Reads the packages from the source maps, which are independent of how the notices are made. */
function bundledPackages(): readonly string[] {
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js.map'));
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(dist, name), 'utf8')).sources as string[]);
  const names = sources.map((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The packages of the inbox alone, which has no source maps. */
const ofInbox = ['lucide', 'uqr'];

describe('the notices', () => {
  it('name every package that is in the bundle or in the page, with its licence', () => {
    const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8').split(`\n${'='.repeat(80)}\n\n`);
    const named = notices.slice(1).map((notice) => /^(\S+) \d+\.\d+\.\d+\S*, \S+\n\n\S/.exec(notice)?.[1]);
    const bundled = bundledPackages();
    expect(bundled).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino', 'preact', 'zod', 'undici']));
    expect([...new Set(named)].sort()).toEqual([...bundled, ...ofInbox].sort());
    expect(notices.find((notice) => notice.startsWith('fastify '))).toContain('Permission is hereby granted');
  });
});

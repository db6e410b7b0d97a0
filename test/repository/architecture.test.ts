import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roomsOf } from './rooms.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

describe('the page on the architecture', () => {
  it('lists each room of src once', () => {
    const listed = [...page.matchAll(/^\| `([a-z/-]+)\/` \|/gm)].map(([, room]) => String(room));
    const rooms: readonly string[] = roomsOf.src.flat();
    expect(listed.filter((room) => rooms.includes(room)).sort()).toEqual([...rooms].sort());
  });

  it('names only files that there are', () => {
    const named = [...page.matchAll(/`([\w-]+\/[\w/-]+(?:\.test)?\.ts)`/g)].map(([, path]) => String(path));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))).toEqual([]);
  });
});

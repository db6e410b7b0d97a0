import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { rooms } from './rooms.ts';

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'ARCHITECTURE.md'), 'utf8');

it('lists each room of the source in ARCHITECTURE.md', () => {
  const listed = [...page.matchAll(/^\| `([a-z/-]+)\/` \|/gm)].map(([, room]) => room);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(rooms).filter((room) => room !== 'http')));
});

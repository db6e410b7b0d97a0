import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { floors, importsUpwards, knotsOf, unknownRooms } from './floors.ts';

const root = resolve(import.meta.dirname, '../..');

describe.each(Object.entries(floors))('the rooms of %s', (page, ofPage) => {
  const source = join(root, page);

  it('import nothing from above', () => {
    expect(importsUpwards(source, ofPage)).toEqual([]);
  });

  it('are in no knot', () => {
    expect(knotsOf(source, ofPage)).toEqual([]);
  });

  it('are all on a floor', () => {
    expect(unknownRooms(source, ofPage)).toEqual([]);
  });
});

describe('the check of the floors', () => {
  const house = [['model'], ['list', 'request']];
  let tree: string;

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'floors-'));
    plant('model/state.ts', '');
    plant('list/list.tsx', "import { state } from '../model/state.ts';\n");
    plant('request/request.tsx', '');
    plant('main.ts', "import { List } from './list/list.tsx';\n");
  });

  afterEach(() => rmSync(tree, { recursive: true }));

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }

  it('has nothing against imports that lead down', () => {
    expect([importsUpwards(tree, house), knotsOf(tree, house), unknownRooms(tree, house)]).toEqual([[], [], []]);
  });

  it('finds an import that leads up, from a room or to what is beside the rooms', () => {
    plant('model/state.ts', "import type { List } from '../list/list.tsx';\nawait import('../main.ts');\n");
    expect(importsUpwards(tree, house)).toEqual(['model/state.ts > list/list.tsx', 'model/state.ts > main.ts']);
  });

  it('finds two rooms of a floor that import each other', () => {
    plant('list/list.tsx', "import { Request } from '../request/request.tsx';\n");
    plant('request/request.tsx', "import { List } from '../list/list.tsx';\n");
    expect(knotsOf(tree, house)).toEqual(['list', 'request']);
  });

  it('finds a room without a floor', () => {
    plant('stray/stray.ts', '');
    expect(unknownRooms(tree, house)).toEqual(['stray']);
  });
});

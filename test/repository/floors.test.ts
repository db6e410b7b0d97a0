import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bannedImports, filesWithoutRoom, foldersInCircles, importsNotDown, importsOfSql } from './floors.ts';
import { bans, roomsOf, withoutSql } from './rooms.ts';

const root = resolve(import.meta.dirname, '../..');

describe.each(Object.entries(roomsOf))('the rooms of %s', (folder, floors) => {
  const source = join(root, folder);

  it('import only from floors below', () => {
    expect(importsNotDown(source, floors)).toEqual([]);
  });

  it('hold every file', () => {
    expect(filesWithoutRoom(source, floors)).toEqual([]);
  });

  it('have no folders that import each other in a circle', () => {
    expect(foldersInCircles(source)).toEqual([]);
  });
});

describe('the rooms of src', () => {
  const source = join(root, 'src');

  it('keep to the bans', () => {
    expect(bannedImports(source, roomsOf.src, bans)).toEqual([]);
  });

  it('get contracts where they may know no SQL', () => {
    expect(importsOfSql(source, roomsOf.src, withoutSql)).toEqual([]);
  });
});

describe('the check of the rooms', () => {
  let tree: string;

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'floors-'));
  });

  afterEach(() => rmSync(tree, { recursive: true }));

  function plant(file: string, ...imported: readonly string[]): void {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    const specifier = (path: string) => `./${relative(dirname(file), path)}`;
    writeFileSync(join(tree, file), imported.map((path) => `import type { X } from '${specifier(path)}';\n`).join(''));
  }

  it.each([
    ['intake/steps/planted.ts', 'platform/objects/object-store.ts'],
    ['requests/inbox/planted.ts', 'events/events.ts'],
    ['http/public/planted.ts', 'http/connection/drain.ts'],
    ['http/app.ts', 'http/public/commissions.ts'],
    ['http/public/planted.ts', 'http/public/commissions.ts'],
    ['main/main.ts', 'commands/program.ts'],
  ])('has nothing against an import in %s of %s', (file, imported) => {
    plant(file, imported);
    expect(importsNotDown(tree, roomsOf.src)).toEqual([]);
  });

  it.each([
    ['platform/objects/planted.ts', 'intake/submission/limits.ts'],
    ['platform/database/embedded/planted.ts', 'platform/objects/object-key.ts'],
    ['intake/form-data/planted.ts', 'intake/spool/spool.ts'],
    ['intake/submission/planted.ts', 'intake/spool/spool.ts'],
    ['intake/records/planted.ts', 'requests/inbox/inbox.ts'],
    ['intake/steps/planted.ts', 'http/app.ts'],
    ['http/connection/planted.ts', 'http/app.ts'],
    ['http/app.ts', 'process/service/service.ts'],
    ['process/serve.ts', 'main/main.ts'],
  ])('finds in %s an import of %s', (file, imported) => {
    plant(file, imported);
    expect(importsNotDown(tree, roomsOf.src)).toEqual([`${file} > ${imported}`]);
  });

  it('finds a dynamic import, an import for its effect, and one of a file beside the rooms', () => {
    mkdirSync(join(tree, 'model'), { recursive: true });
    writeFileSync(join(tree, 'model/state.ts'), "import '../list/list.tsx';\nawait import('../main.ts');\n");
    const found = importsNotDown(tree, [['model'], ['list']]);
    expect(found).toEqual(['model/state.ts > list/list.tsx', 'model/state.ts > main.ts']);
  });

  it('finds folders in a circle at any depth, and the folders that import them', () => {
    plant('a/b/one.ts', 'a/beside.ts');
    plant('a/beside.ts', 'a/c/two.ts');
    plant('a/c/two.ts', 'a/b/one.ts');
    plant('d/above.ts', 'a/c/two.ts');
    plant('e/apart.ts', 'f/below.ts');
    plant('f/below.ts');
    expect(foldersInCircles(tree)).toEqual(['a', 'a/b', 'a/c', 'd']);
  });

  it('finds folders that are in a circle with all that is below them', () => {
    plant('a/b/one.ts', 'c/d/two.ts');
    plant('c/d/two.ts');
    plant('c/e/three.ts', 'a/f/four.ts');
    plant('a/f/four.ts');
    expect(foldersInCircles(tree)).toEqual(['a', 'c']);
  });

  it('finds a file in a folder that is no room', () => {
    plant('intake/stray/stray.ts');
    expect(filesWithoutRoom(tree, roomsOf.src)).toEqual(['intake/stray/stray.ts']);
  });

  it.each([
    ['http/operator/planted.ts', 'intake/steps/receive.ts'],
    ['requests/inbox/planted.ts', 'intake/form-data/form-reader.ts'],
    ['keeping/backup/planted.ts', 'intake/spool/spool.ts'],
    ['http/app.ts', 'configuration/config.ts'],
    ['intake/steps/planted.ts', 'platform/objects/s3/object-store.ts'],
  ])('finds in %s the banned import of %s', (file, imported) => {
    plant(file, imported);
    expect(bannedImports(tree, roomsOf.src, bans)).toEqual([`${file} > ${imported}`]);
  });

  it('finds an import of a file with SQL', () => {
    plant('intake/records/begin.ts');
    writeFileSync(join(tree, 'intake/records/begin.ts'), "import type { Pool } from 'pg';\n");
    plant('intake/records/planted.ts', 'intake/records/begin.ts');
    plant('http/public/planted.ts', 'intake/records/begin.ts');
    const found = importsOfSql(tree, roomsOf.src, withoutSql);
    expect(found).toEqual(['http/public/planted.ts > intake/records/begin.ts']);
  });
});

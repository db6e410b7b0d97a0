import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forbiddenImports, unassignedFiles } from './layers.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

describe('the modules of the source', () => {
  it('import only what the table allows', () => {
    expect(forbiddenImports(source)).toEqual([]);
  });

  it('hold every file', () => {
    expect(unassignedFiles(source)).toEqual([]);
  });
});

describe('the layer check', () => {
  let tree: string;

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'layers-'));
  });

  afterEach(() => rmSync(tree, { recursive: true }));

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }

  it.each([
    ['submission/planted.ts', 'spool/spool.ts'],
    ['form-data/planted.ts', 'spool/spool.ts'],
    ['spool/planted.ts', 'form-data/form-reader.ts'],
    ['journal/planted.ts', 'records/begin.ts'],
    ['objects/planted.ts', 'configuration/config.ts'],
    ['database/embedded/planted.ts', 'submission/limits.ts'],
    ['intake/planted.ts', 'objects/s3/object-store.ts'],
    ['intake/planted.ts', 'http/app.ts'],
    ['http/public/planted.ts', 'records/begin.ts'],
    ['http/operator/planted.ts', 'intake/receive.ts'],
    ['http/operator/planted.ts', 'form-data/form-reader.ts'],
    ['http/planted.ts', 'process/service/service.ts'],
  ])('refuses in %s an import of %s', (file, imported) => {
    const path = '../'.repeat(file.split('/').length - 1) + imported;
    plant(file, `import type { X } from '${path}';\n\nexport type Y = X;\n`);
    expect(forbiddenImports(tree)).toEqual([{ file, imported }]);
  });

  it('refuses a dynamic import, and an import for its effect', () => {
    plant(
      'intake/planted.ts',
      "import '../objects/s3/object-store.ts';\nawait import('../objects/filesystem/object-store.ts');\n",
    );
    expect(forbiddenImports(tree).map(({ imported }) => imported)).toEqual([
      'objects/s3/object-store.ts',
      'objects/filesystem/object-store.ts',
    ]);
  });

  it.each([
    ['intake/planted.ts', 'objects/object-store.ts'],
    ['http/public/planted.ts', 'http/connection/drain.ts'],
    ['http/planted.ts', 'http/public/commissions.ts'],
    ['process/planted.ts', 'objects/s3/object-store.ts'],
  ])('allows in %s an import of %s', (file, imported) => {
    const path = '../'.repeat(file.split('/').length - 1) + imported;
    plant(file, `import type { X } from '${path}';\n\nexport type Y = X;\n`);
    expect(forbiddenImports(tree)).toEqual([]);
  });

  it('finds a file that lies in no module', () => {
    plant('stray.ts', 'export const stray = 1;\n');
    expect(unassignedFiles(tree)).toEqual(['stray.ts']);
  });
});

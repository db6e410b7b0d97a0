import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'layers-'));

afterAll(() => rmSync(tree, { recursive: true }));

const forbidden = [
  ['src/submission', '../config.ts'],
  ['src/submission', '../form-data/spool.ts'],
  ['src/catalogue', '../records/begin.ts'],
  ['src/description', '../http/app.ts'],
  ['src/form-data', '../records/begin.ts'],
  ['src/objects', '../config.ts'],
  ['src/objects', '../package-folder.ts'],
  ['src/records', '../database/pool.ts'],
  ['src/database', '../submission/limits.ts'],
  ['src/database/embedded', '../../config.ts'],
  ['src/intake', '../records/begin.ts'],
  ['src/intake', '../objects/s3.ts'],
  ['src/intake', '../http/app.ts'],
  ['src/http', '../records/create-submission-records.ts'],
  ['src/http', '../config.ts'],
  ['src', './objects/s3.ts'],
  ['src', './database/server.ts'],
  ['client/src', '../../src/submission/limits.ts'],
  ['page/src/form', '../../../src/config.ts'],
] as const;

const allowed = [
  ['src/form-data', '../submission/limits.ts'],
  ['src/description', '../catalogue/catalogue.ts'],
  ['src/records', '../once-only.ts'],
  ['src/records', '../package-folder.ts'],
  ['src/intake', '../objects/object-store.ts'],
  ['src/http', '../intake/receive.ts'],
  ['src/http', '../once-only.ts'],
  ['src/http', '../description/limits.ts'],
  ['src/database/embedded', '../pool.ts'],
  ['page/src/form', '../../../src/submission/limits.ts'],
  ['page/src/form', '../../../client/src/limits.ts'],
] as const;

function plant(folder: string, imported: string, index: number): string {
  const file = `${folder}/planted-${index}.ts`;
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `import type { X } from '${imported}';\n\nexport type Y = X;\n`);
  return file;
}

/** The project's own rules over a tree that holds nothing but the planted imports. */
function lintPlanted(): string {
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const rule = '--only=style/noRestrictedImports';
  const options = { cwd: tree, encoding: 'utf8' } as const;
  return spawnSync(
    process.execPath,
    [biome, 'lint', rule, '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github'],
    options,
  ).stdout;
}

describe('the layer check', () => {
  const forbiddenFiles = forbidden.map(([folder, imported], index) => plant(folder, imported, index));
  const allowedFiles = allowed.map(([folder, imported], index) => plant(folder, imported, 100 + index));
  const report = lintPlanted();

  it.each(forbidden.map(([folder, imported], index) => [folder, imported, forbiddenFiles[index]] as const))(
    'refuses in %s an import of %s',
    (_folder, _imported, file) => {
      expect(report).toContain(`${file},line=1`);
    },
  );

  it.each(allowed.map(([folder, imported], index) => [folder, imported, allowedFiles[index]] as const))(
    'allows in %s an import of %s',
    (_folder, _imported, file) => {
      expect(report).not.toContain(`${file},line=1`);
    },
  );
});

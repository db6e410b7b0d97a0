import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { makeServiceFolder } from '../support/service-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const migrations = readdirSync(join(root, 'src/intake/records/migrations')).map(
  (name) => `src/intake/records/migrations/${name}`,
);
const everyPackage = ['package.json', 'LICENSE', 'README.md'];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/**
 * Packs the current build as npm would publish it, and unpacks it. Returns the paths of the package and of what it holds.
 * Packs a copy without scripts: npm 9 and 10 run `prepare` in spite of --ignore-scripts, which would build the original.
 */
function pack(source: string, parts: readonly string[]) {
  const [copy, packed] = [mkdtempSync(join(folder, 'copy-')), mkdtempSync(join(folder, 'packed-'))];
  for (const part of [...everyPackage, ...parts]) {
    cpSync(join(root, source, part), join(copy, part), { recursive: true });
  }
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(copy, '.env'), 'SECRETS_KEY=secret');
  run('npm', ['pack', '--pack-destination', packed], copy);
  const file = join(packed, String(readdirSync(packed)[0]));
  run('tar', ['-xzf', file, '-C', packed], folder);
  const unpacked = join(packed, 'package');
  const found = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { file, unpacked, files: found.map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1)) };
}

function expectFiles(files: readonly string[], needed: readonly string[], allowed: readonly string[]): void {
  expect(files).toEqual(expect.arrayContaining([...everyPackage, ...needed]));
  const isAllowed = (path: string) => [...everyPackage, ...allowed].some((entry) => path.startsWith(entry));
  expect(files.filter((path) => !isAllowed(path) || path.includes('.test.'))).toEqual([]);
}

function expectLicence(unpacked: string): void {
  expect(JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))).toMatchObject({ license: 'MIT' });
  expect(readFileSync(join(unpacked, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
}

describe('the packed client', () => {
  let packed: ReturnType<typeof pack>;

  beforeAll(() => {
    packed = pack('client', ['dist', 'src', 'test']);
  });

  it('holds what it needs and nothing else: no tests, no sources, no .env', () => {
    expectFiles(packed.files, ['dist/commission-client.js', 'dist/commission-client.d.ts'], ['dist/']);
  });

  it('is under the MIT license and may be published', () => {
    expectLicence(packed.unpacked);
    expect(JSON.parse(readFileSync(join(packed.unpacked, 'package.json'), 'utf8'))).not.toHaveProperty('private');
  });

  it('installs into an empty folder and is imported there', () => {
    const app = mkdtempSync(join(folder, 'app-'));
    writeFileSync(join(app, 'package.json'), '{"type":"module"}');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.file], app);
    const program = `
      import { createCommissionClient } from '@commission-submission-service/client';
      const client = createCommissionClient({ endpoint: 'http://127.0.0.1:9/' });
      console.log((await client.limits({ retries: 0 })).failure.code);`;
    expect(run(process.execPath, ['--input-type=module', '--eval', program], app).trim()).toBe('unreachable');
  });
});

describe('the packed service', () => {
  let packed: ReturnType<typeof pack>;

  beforeAll(() => {
    packed = pack('.', ['dist', 'src', '.env.example']);
  });

  it('holds what it needs and nothing else: no tests, no sources, no .env', () => {
    const pages = ['page/index.html', 'page/embed.js', 'inbox/index.html', 'inbox/accounts.html', 'inbox/problem.html'];
    const built = ['main.js', 'common-passwords.txt', ...pages].map((name) => `dist/${name}`);
    expectFiles(
      packed.files,
      [...built, '.env.example', ...migrations],
      ['dist/', '.env.example', 'src/intake/records/migrations/'],
    );
  });

  it('is under the MIT license', () => {
    expectLicence(packed.unpacked);
  });

  it('runs from an empty folder beside its dependencies, and stores a submission', async () => {
    const work = await makeServiceFolder();
    try {
      symlinkSync(join(root, 'node_modules'), join(packed.unpacked, 'node_modules'));
      const service = work.start({}, { program: join(packed.unpacked, 'dist/main.js') });
      const address = await service.address;
      const sent = await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a.png', 'a')]);
      expect(sent.status).toBe(201);
      expect((await fetch(`${address}/`)).status).toBe(200);
      service.child.kill('SIGTERM');
      expect(await service.ended).toMatchObject({ code: 0 });
    } finally {
      expect(await work.remove()).toEqual([]);
    }
  });
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesIn, programIn, textIn, writePackages } from './support/release-files.ts';
import { submitByNpx } from './support/submit-file.ts';

const execute = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

interface BillOfMaterials {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

let folder: string;
let out: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  out = join(folder, 'first');
  await writePackages(out);
  program = await programIn(out);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files of a release', () => {
  it('have the same bytes when they are made again', async () => {
    const again = join(folder, 'again');
    await writePackages(again);
    const [names, others] = [await readdir(out), await readdir(again)];
    expect(others).toEqual(names);
    expect(names.length).toBe(6);
    for (const name of names) expect(await readFile(join(again, name)), name).toEqual(await readFile(join(out, name)));
  });

  it('have checksums that sha256sum verifies', async () => {
    const { stdout } = await execute('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out });
    expect(stdout.match(/: OK$/gm)?.length).toBe(5);
    await cp(out, join(folder, 'damaged'), { recursive: true });
    await writeFile(join(folder, 'damaged/THIRD-PARTY-NOTICES.txt'), 'another text');
    const damaged = execute('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, 'damaged') });
    await expect(damaged).rejects.toThrow('1 computed checksum did NOT match');
  });

  it('list each part of the program, without a time', async () => {
    const [name = ''] = (await readdir(out)).filter((file) => file.endsWith('.cdx.json'));
    const bill: BillOfMaterials = JSON.parse(await readFile(join(out, name), 'utf8'));
    expect([bill.serialNumber, bill.metadata.timestamp]).toEqual([undefined, undefined]);
    expect(bill.metadata.component.name).toBe('commission-submission-service');
    const listed = bill.components.map((part) => `${part.name} ${part.version}`);
    const { packages }: Lock = JSON.parse(await textIn(program, 'npm-shrinkwrap.json'));
    const beside = Object.entries(packages).filter(([path]) => path !== '');
    const named = beside.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);
    expect(named.length).toBeGreaterThan(30);
    expect(listed).toEqual(expect.arrayContaining(named));
    expect(listed).toEqual(expect.arrayContaining([expect.stringMatching(/^fastify /), expect.stringMatching(/^pg /)]));
    expect(listed.filter((part) => /^(vitest|typescript|vite) /.test(part))).toEqual([]);
  });
});

describe('the tarball of the program', () => {
  it('has the files that run, and neither source maps, tests nor a script of npm', async () => {
    const names = await namesIn(program);
    for (const name of [
      'dist/main.js',
      'dist/page/index.html',
      'LICENSE',
      'CHANGELOG.md',
      'deploy/systemd/install.sh',
    ]) {
      expect(names).toContain(name);
    }
    const migrations = await readdir(join(repository, 'src/intake/records/migrations'));
    expect(names).toEqual(expect.arrayContaining(migrations.map((name) => `src/intake/records/migrations/${name}`)));
    expect(names.filter((name) => /\.map(\.|$)|\.test\.|\.ts$|^node_modules|^\.env$/.test(name))).toEqual([]);
    const content = JSON.parse(await textIn(program, 'package.json'));
    expect(content).toMatchObject({ license: 'MIT' });
    for (const key of ['scripts', 'devDependencies', 'private']) expect(content).not.toHaveProperty(key);
  });

  it('is installed with the exact versions of the lock file', async () => {
    const lock: Lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
    const { packages }: Lock = JSON.parse(await textIn(program, 'npm-shrinkwrap.json'));
    for (const [path, { version }] of Object.entries(packages)) {
      if (path !== '') expect(lock.packages[path]?.version, path).toBe(version);
    }
  });

  it('starts by npx in an empty folder, and stores a request with a file', async () => {
    expect(await submitByNpx(program)).toEqual({ status: 201, output: expect.not.stringContaining('EBADENGINE') });
  });
});

describe('the other tarballs', () => {
  it('have a client that another program loads, and the element', async () => {
    const names = await readdir(out);
    const [client = '', element = ''] = ['client', 'element'].map((kind) =>
      names.find((name) => name.includes(`-${kind}-`)),
    );
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'package.json'), '{"type":"module"}');
    const packages = [client, element].map((name) => join(out, name));
    await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { cwd: other });
    const script = `import * as client from '@commission-submission-service/client'; console.log(Object.keys(client).join())`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', script], { cwd: other });
    expect(stdout).toContain('CommissionClient');
    const resolved = `console.log(import.meta.resolve('@commission-submission-service/element'))`;
    const { stdout: path } = await execute(process.execPath, ['--input-type=module', '--eval', resolved], {
      cwd: other,
    });
    expect(await readFile(new URL(path.trim()), 'utf8')).toContain('commission-form');
  });
});

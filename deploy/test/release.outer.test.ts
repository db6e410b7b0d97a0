import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImageStorage, importBase, lastLine, openImageStorage } from './support/image-storage.ts';
import { programIn, writePackages } from './support/release-files.ts';
import { submitByNpx } from './support/submit-file.ts';

interface Images {
  writeImage(options: {
    readonly root: string;
    readonly base: string;
    readonly cpu: 'x64' | 'arm64';
    readonly version: string;
    readonly file: string;
    readonly storage: readonly string[];
  }): void;
}

const execute = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');
const { writeImage }: Images = await import(join(repository, 'scripts/release/images.mjs'));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-outer-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the tarball of a release', () => {
  let tarball: string;

  beforeAll(async () => {
    await writePackages(join(folder, 'packages'));
    tarball = await programIn(join(folder, 'packages'));
  });

  it.each([
    ['20.19', '10.8'],
    ['22', '10'],
    ['24', '11'],
  ])('starts on Node.js %s with npm %s, which warns of no package', async (node, npm) => {
    const tools = join(folder, `node-${node}`);
    await mkdir(tools);
    const packages = [`node@${node}`, `npm@${npm}`];
    await execute('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
    const own = join(tools, 'program.tgz');
    await copyFile(tarball, own);
    const path = join(tools, 'node_modules/.bin');
    expect((await execute(join(path, 'node'), ['--version'])).stdout).toMatch(new RegExp(`^v${node}\\.`));
    expect(await submitByNpx(own, path)).toEqual({ status: 201, output: expect.not.stringContaining('EBADENGINE') });
  });
});

describe('the images of a release', () => {
  let storage: ImageStorage;
  let base: string;

  beforeAll(async () => {
    storage = await openImageStorage();
    base = await withEmptyArm64(storage, await importBase(storage));
  });

  afterAll(() => storage.remove());

  function write(cpu: 'x64' | 'arm64', name: string): string {
    const file = join(folder, name);
    writeImage({ root: repository, base, cpu, version: '1.0.0', file, storage: storage.options });
    return file;
  }

  it('have the same bytes when they are made again', async () => {
    const [first, again] = [write('x64', 'first.tar'), write('x64', 'again.tar')];
    await execute('cmp', [first, again]);
  });

  it('have programs for arm64, and name that architecture', async () => {
    const file = write('arm64', 'arm64.tar');
    const image = lastLine(await storage.buildah('pull', '--quiet', '--arch', 'arm64', `oci-archive:${file}`));
    const container = lastLine(await storage.buildah('from', '--arch', 'arm64', '--pull-never', image));
    const inspected = JSON.parse(await storage.buildah('inspect', container));
    expect(inspected.OCIv1).toMatchObject({ architecture: 'arm64', config: { User: '1000:1000', Cmd: ['serve'] } });
    const packages = join(lastLine(await storage.buildah('mount', container)), 'app/node_modules');
    const { stdout: found } = await execute('find', [
      packages,
      '-name',
      'sharp-*.node',
      '-o',
      '-path',
      '*/bin/postgres',
    ]);
    const programs = found.trim().split('\n');
    expect(programs.length).toBe(2);
    for (const path of programs) expect(await machineOf(path), path).toBe(183);
    const { stdout } = await execute('find', [packages, '-name', '*linux-x64*']);
    expect(stdout).toBe('');
  });
});

/** Resolves with the name of a base for both architectures. That for arm64 has no files: no command of it runs. */
async function withEmptyArm64({ buildah }: ImageStorage, base: string): Promise<string> {
  const container = lastLine(await buildah('from', '--arch', 'arm64', 'scratch'));
  await buildah('config', '--arch', 'arm64', container);
  await buildah('commit', '--quiet', '--rm', container, 'localhost/base-arm64');
  await buildah('manifest', 'create', 'localhost/bases');
  for (const name of [base, 'localhost/base-arm64']) await buildah('manifest', 'add', 'localhost/bases', name);
  return 'localhost/bases';
}

/** Resolves with the machine of an ELF file: 62 is x86-64, 183 is AArch64. */
async function machineOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return buffer.readUInt16LE(18);
  } finally {
    await file.close();
  }
}

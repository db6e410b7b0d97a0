import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Packs this folder's current build as npm would publish it. Returns the path of the package. */
function pack(source: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(run('npm', args, join(root, source))) as readonly { readonly filename: string }[];
  return join(folder, String(packed?.filename));
}

describe('the packed client', () => {
  it('installs into an empty folder and is imported there', () => {
    const app = mkdtempSync(join(folder, 'app-'));
    writeFileSync(join(app, 'package.json'), '{"type":"module"}');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', pack('client')], app);
    const program = `
      import { createCommissionClient } from '@commission-submission-service/client';
      const client = createCommissionClient({ endpoint: 'http://127.0.0.1:9/' });
      console.log((await client.limits({ retries: 0 })).failure.code);`;
    expect(run(process.execPath, ['--input-type=module', '--eval', program], app).trim()).toBe('unreachable');
  });
});

describe('the packed service', () => {
  let work: ServiceFolder;

  beforeEach(async () => {
    work = await makeServiceFolder();
  });

  afterEach(async () => expect(await work.remove()).toEqual([]));

  it('runs from an empty folder beside its dependencies, and stores a submission', async () => {
    run('tar', ['-xzf', pack('.'), '-C', folder], folder);
    symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
    const service = work.start({}, { program: join(folder, 'package/dist/main.js') });
    const address = await service.address;
    const sent = await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a.png', 'a')]);
    expect(sent.status).toBe(201);
    expect((await fetch(`${address}/`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });
});

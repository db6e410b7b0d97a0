import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { ownProgram } from '../support/service-process.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 ** 2;

let folder: string;
let data: string;
let disk: SmallDisk | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-machine-'));
  data = join(folder, 'data');
  disk = null;
});

afterEach(async () => {
  disk?.unmount();
  await rm(folder, { recursive: true });
});

async function doctor(name: string, env: Record<string, string> = {}, ...args: readonly string[]) {
  const { code, stdout } = await runCommand(['doctor', '--json', '--only', name, ...args], {
    cwd: folder,
    env: { DATA_DIR: data, ...env },
  });
  return { code, report: JSON.parse(stdout) };
}

async function mountData(sizeBytes: number): Promise<void> {
  disk = await mountSmallDisk(data, sizeBytes);
}

describe('the doctor on a machine', () => {
  it('says that the memory is less than the spool may take', async () => {
    const { code, report } = await doctor('machine.memory', { SPOOL_MEMORY_BYTES: String(2 ** 50) });
    expect(code).toBe(1);
    expect(report).toMatchObject({
      verdict: 'wrong',
      findings: [{ remedy: expect.stringContaining('SPOOL_MEMORY_BYTES') }],
    });
  });

  it('says that the process may open too few files', async () => {
    const script = `ulimit -n 300 && exec "$0" --no-warnings "$@"`;
    const args = [ownProgram, 'doctor', '--json', '--only', 'machine.open-files'];
    const child = spawn('sh', ['-c', script, process.execPath, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: data },
    });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'warning',
      findings: [{ found: expect.stringContaining('may have 300 files open'), command: 'ulimit -n 456' }],
    });
  });

  it('says that the disk has too little room for one request', async () => {
    await mountData(2 * mebibyte);
    const { code, report } = await doctor('machine.disk-space');
    expect(code).toBe(1);
    expect(report).toMatchObject({ verdict: 'wrong', findings: [{ command: `df -h ${data}` }] });
    expect((await doctor('machine.disk-space', { MAX_REQUEST_BYTES: String(mebibyte) })).report).toMatchObject({
      verdict: 'warning',
    });
    expect((await doctor('machine.disk-space', { MAX_REQUEST_BYTES: String(mebibyte / 8) })).report).toMatchObject({
      verdict: 'ok',
    });
  });

  it('says that the disk is below the floor of free space, and with how much above it that is near', async () => {
    await mountData(64 * mebibyte);
    const withFloor = (mebibytes: number) =>
      doctor('machine.disk-space', {
        MAX_REQUEST_BYTES: String(4 * mebibyte),
        DISK_FLOOR_BYTES: String(mebibytes * mebibyte),
      });
    expect((await withFloor(65)).report).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('every request with files is rejected'), command: `df -h ${data}` }],
    });
    expect((await withFloor(50)).report).toMatchObject({ verdict: 'warning' });
    expect((await withFloor(40)).report).toMatchObject({ verdict: 'ok' });
  });

  it('looks at the disk of the objects where it is another one', async () => {
    const objects = join(data, 'objects');
    disk = await mountSmallDisk(objects, 2 * mebibyte);
    const env = { BUCKET_NAME: 'attachments', MAX_REQUEST_BYTES: String(mebibyte) };
    expect((await doctor('machine.disk-space', env)).report).toMatchObject({
      findings: [{ found: expect.stringContaining(data) }, { verdict: 'warning', command: `df -h ${objects}` }],
    });
  });

  it('says that the disk is full, and that it takes no writes', async () => {
    await mountData(mebibyte);
    await writeFile(join(data, 'fill'), Buffer.alloc(mebibyte));
    expect((await doctor('machine.file-system')).report).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('ENOSPC'), remedy: expect.stringContaining('Free some space') }],
    });
    execFileSync('mount', ['-o', 'remount,ro', data]);
    expect((await doctor('machine.file-system')).report).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('EROFS'), remedy: expect.stringContaining('for writing') }],
    });
  });

  it('closes a file with credentials to others where it may', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'DATABASE_URL=postgres://me:pa55word@localhost/commissions\n');
    await chmod(file, 0o644);
    expect((await doctor('environment.file')).report).toMatchObject({ verdict: 'warning' });
    await mkdir(data);
    const { code, report } = await doctor('environment.file', {}, '--fix');
    expect(code).toBe(0);
    expect(report).toMatchObject({ verdict: 'ok', fixed: [expect.stringContaining('.env')] });
  });

  it('names an .env that is not a file', async () => {
    await mkdir(join(folder, '.env'));
    expect((await doctor('environment.file')).report).toMatchObject({ verdict: 'wrong' });
    expect((await doctor('environment.variables')).report).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringMatching(/^\.env cannot be read/) }, { verdict: 'skipped' }],
    });
  });
});

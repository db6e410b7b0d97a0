import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { freePort } from '../support/free-port.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { ownProgram } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const path = '/api/v1/commissions';
const parts = [payloadPart(), filePart('a.png', 'the bytes of a')];
const diskBytes = 64 * 1024;
/**
 * The unit in which the file system allocates space. The first line that crosses the end of the available space is
 * torn.
 */
const pageBytes = 4096;

let database: TestDatabase;
let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
  database = await createTestDatabase();
});

afterEach(async () => {
  expect(await folder.remove()).toEqual([]);
  await database.drop();
});

it('takes commissions on when the reader of its log has ended', async () => {
  const service = folder.start({ DATABASE_URL: database.url });
  const endpoint = `${await service.address}${path}`;
  service.child.stdout?.destroy();
  for (let count = 0; count < 3; count++) expect((await postParts(endpoint, parts)).status).toBe(201);
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, stderr: '' });
});

it('takes commissions on when its log has no room, and writes it on when there is some', async ({ skip }) => {
  const disk = await mountSmallDisk(join(folder.path, 'disk'), diskBytes);
  if (disk === null) return skip('takes the right to mount a file system');
  const filler = join(folder.path, 'disk', 'filler');
  const logFile = join(folder.path, 'disk', 'log');
  await writeFile(filler, Buffer.alloc(diskBytes - pageBytes));
  const port = await freePort();
  const service = await startWithLog(logFile, port);
  try {
    const endpoint = `http://127.0.0.1:${port}${path}`;
    await expect.poll(() => isUp(endpoint), { timeout: 20_000 }).toBe(true);
    for (let count = 0; count < 40; count++) expect((await postParts(endpoint, parts)).status).toBe(201);
    expect((await stat(logFile)).size).toBe(pageBytes);
    await rm(filler);
    expect((await postParts(endpoint, parts)).status).toBe(201);
    // The last line that found space is torn. The next line starts on a new line.
    await expect.poll(async () => (await readFile(logFile, 'utf8')).split('\n').at(-2)).toMatch(/^\{"level".*\}$/);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  } finally {
    service.kill('SIGKILL');
    disk.unmount();
  }
});

async function startWithLog(logFile: string, port: number): Promise<ChildProcess> {
  const log = await open(logFile, 'w');
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    BUCKET_NAME: 'attachments',
    DATA_DIR: folder.dataDirectory,
    DATABASE_URL: database.url,
  };
  const child = spawn(process.execPath, [ownProgram], { cwd: folder.path, env, stdio: ['ignore', log.fd, 'inherit'] });
  await once(child, 'spawn');
  await log.close();
  return child;
}

async function isUp(endpoint: string): Promise<boolean> {
  return (await fetch(new URL('/readyz', endpoint)).catch(() => null))?.ok ?? false;
}

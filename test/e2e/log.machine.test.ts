import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
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
  database = await createTestDatabaseWithTables();
});

afterEach(async () => {
  expect(await folder.remove()).toEqual([]);
  await database.drop();
});

/** Starts the service with both outputs in a file, which is called the journal. */
async function startWithJournal(journal: string, env: Record<string, string>): Promise<ChildProcess> {
  const file = await open(journal, 'w');
  const { dev, ino } = await file.stat({ bigint: true });
  const child = spawn(process.execPath, [ownProgram, 'serve'], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      INBOX_PORT: '0',
      BUCKET_NAME: 'attachments',
      DATA_DIR: folder.dataDirectory,
      DATABASE_URL: database.url,
      JOURNAL_STREAM: `${dev}:${ino}`,
      ...env,
    },
    stdio: ['ignore', file.fd, file.fd],
  });
  await once(child, 'spawn');
  await file.close();
  return child;
}

describe('the service and its log', () => {
  it('take commissions on when the reader of the log has ended', async () => {
    const service = folder.start({ DATABASE_URL: database.url });
    const endpoint = `${await service.address}${path}`;
    service.child.stdout?.destroy();
    for (let count = 0; count < 3; count++) expect((await postParts(endpoint, parts)).status).toBe(201);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
  });

  it('take commissions on when the log has no room, and write it on when there is some', async () => {
    const disk = await mountSmallDisk(join(folder.path, 'disk'), diskBytes);
    const filler = join(folder.path, 'disk', 'filler');
    const logFile = join(folder.path, 'disk', 'log');
    await writeFile(filler, Buffer.alloc(diskBytes - pageBytes));
    const port = await freePort();
    const service = await startWithLog(logFile, port);
    try {
      const endpoint = `http://127.0.0.1:${port}${path}`;
      await expect.poll(() => isUp(endpoint)).toBe(true);
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

  it('have readable lines with a priority in the journal, and the set-up link alone on its line', async () => {
    const journal = join(folder.path, 'journal');
    const service = await startWithJournal(journal, { BUCKET_NAME: '' });
    await expect.poll(() => readFile(journal, 'utf8')).toMatch(/\/set-up#[\w-]+\n/);
    service.kill('SIGHUP');
    await once(service, 'exit');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^<4>.*BUCKET_NAME is not set/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^<6>Listening on http:\S+, not ready: BUCKET_NAME is not set$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/set-up#[\w-]+$/));
    expect(lines.at(-1)).toBe('<6>Stopped');
  });

  it.each([
    ['a faulty configuration', { PORT: 'http' }, /^<3>The configuration has faults:\n<3> {2}PORT must be .*\n$/],
    ['a failed start', { DATA_DIR: '/proc/nowhere', DATABASE_URL: '' }, /^<3>Could not start: .*\n$/m],
  ])('have %s as an error in the journal', async (_, env, expected) => {
    const journal = join(folder.path, 'journal');
    const service = await startWithJournal(journal, env);
    expect(await once(service, 'exit')).toEqual([1, null]);
    expect(await readFile(journal, 'utf8')).toMatch(expected);
  });

  it('have the end by a fault of the program, with its place', async () => {
    const crash = join(folder.path, 'crash.cjs');
    await writeFile(crash, "process.on('SIGUSR2', () => { throw new RangeError('out of paint'); });");
    const journal = join(folder.path, 'journal');
    const service = await startWithJournal(journal, { NODE_OPTIONS: `--require=${crash}` });
    await expect.poll(() => readFile(journal, 'utf8')).toContain('Ready for commissions');
    service.kill('SIGUSR2');
    await once(service, 'exit');
    expect(await readFile(journal, 'utf8')).toMatch(
      /^<2>The service crashed type=RangeError message="out of paint"\n<2> +at .*crash\.cjs/m,
    );
  });
});

async function startWithLog(logFile: string, port: number): Promise<ChildProcess> {
  const log = await open(logFile, 'w');
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    BUCKET_NAME: 'attachments',
    DATA_DIR: folder.dataDirectory,
    DISK_FLOOR_BYTES: '0',
    DATABASE_URL: database.url,
  };
  const child = spawn(process.execPath, [ownProgram, 'serve'], {
    cwd: folder.path,
    env,
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await once(child, 'spawn');
  await log.close();
  return child;
}

async function isUp(endpoint: string): Promise<boolean> {
  return (await fetch(new URL('/readyz', endpoint)).catch(() => null))?.ok ?? false;
}

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postmasterPid, processesIn } from '../database/data-directory.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { messagesOf, type ServiceProcess } from '../support/service-process.ts';
import { startUpload } from '../support/unfinished-upload.ts';

const patience = { interval: 10, timeout: 20_000 };

// Each start makes a cluster of its own and three processes: on a busy machine that alone may take half a minute.
vi.setConfig({ testTimeout: 120_000 });

let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

const start = (env: Record<string, string> = {}) => folder.start({ WORKERS: '2', ...env });

async function submit(address: string): Promise<number | null> {
  return (await startUpload(address)).finish();
}

/** Null too for a connection that nobody takes or refuses (decision 12): it would last as long as the uploads do. */
async function submitSoon(address: string): Promise<number | null> {
  return Promise.race([submit(address).catch(() => null), sleep(2000, null)]);
}

async function submitOften(address: string, times: number): Promise<(number | null)[]> {
  return Promise.all(Array.from({ length: times }, () => submit(address)));
}

/** What the catalogue is called, asked over so many connections at once. */
async function titlesAt(address: string, times: number): Promise<unknown[]> {
  return Promise.all(Array.from({ length: times }, () => titleAt(address)));
}

async function titleAt(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/api/v1/catalogue`);
  const { title } = (await answer.json()) as { title: unknown };
  return title;
}

/** The workers that have logged a submission. */
function workersSeen({ log }: ServiceProcess): number[] {
  return [...new Set(log.flatMap(({ pid }) => pid ?? []))];
}

/** Once each of so many has: a line of the log may come behind the answer that it tells of. */
async function seeWorkers(service: ServiceProcess, count: number): Promise<number[]> {
  await expect.poll(() => workersSeen(service), patience).toHaveLength(count);
  return workersSeen(service);
}

/** Those of the processes that run: one that nobody has waited for has no working directory any more. */
async function running(pids: readonly number[]): Promise<number[]> {
  const found = await processesIn(folder.path);
  return pids.filter((pid) => found.includes(pid));
}

describe('two workers', () => {
  it('share one port and one embedded database', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 6)).toEqual(Array(6).fill(201));
    expect(await seeWorkers(service, 2)).not.toContain(service.child.pid);
    expect(await folder.countRequests()).toBe(6);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    expect(messagesOf(service).match(/Ready for commissions|Stopped/g)).toHaveLength(2);
  });

  it('finish what is under way when the service is told to stop', async () => {
    const service = start();
    const address = await service.address;
    const uploads = await Promise.all(Array.from({ length: 8 }, () => startUpload(address)));
    service.child.kill('SIGTERM');
    await expect.poll(() => messagesOf(service), patience).toContain('finishing the submissions under way');
    await expect.poll(() => submitSoon(address), patience).toBeNull();
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual(Array(8).fill(201));
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    expect(await running(workersSeen(service))).toEqual([]);
  });

  it('end at once at a second signal', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    const workers = await seeWorkers(service, 2);
    const uploads = await Promise.all([startUpload(address), startUpload(address)]);
    service.child.kill('SIGTERM');
    await expect.poll(() => messagesOf(service), patience).toContain('finishing the submissions under way');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(1);
    await expect.poll(() => running(workers), patience).toEqual([]);
    for (const upload of uploads) upload.abort();
    await stopServerLeftBehind();
  });
});

describe('a worker that is killed', () => {
  it('is replaced, and the other goes on meanwhile', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 4)).toEqual(Array(4).fill(201));
    const [killed, other] = await seeWorkers(service, 2);
    process.kill(Number(killed), 'SIGKILL');
    await expect.poll(() => messagesOf(service), patience).toContain('A worker was ended by SIGKILL');
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    await expect.poll(() => messagesOf(service), patience).toContain('The new worker takes requests');
    expect(await submitOften(address, 6)).toEqual(Array(6).fill(201));
    expect(await seeWorkers(service, 3)).toContain(other);
    expect(await folder.countRequests()).toBe(12);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('a worker that is started later', () => {
  it('offers the catalogue of the start, whatever has become of the file', async () => {
    const file = join(folder.path, 'catalogue.json');
    await writeFile(file, JSON.stringify({ title: 'Lindenhof Studio' }));
    const service = start({ CATALOGUE_FILE: file });
    const address = await service.address;
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    const [killed] = await seeWorkers(service, 2);
    await writeFile(file, 'no catalogue');
    process.kill(Number(killed), 'SIGKILL');
    await expect.poll(() => messagesOf(service), patience).toContain('The new worker takes requests');
    expect(await titlesAt(address, 6)).toEqual(Array(6).fill({ en: 'Lindenhof Studio' }));
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    await seeWorkers(service, 3);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('SIGKILL of the process that owns the workers', () => {
  it('ends them, and the next start loses nothing', async () => {
    const first = start();
    const address = await first.address;
    expect(await submitOften(address, 4)).toEqual(Array(4).fill(201));
    const workers = await seeWorkers(first, 2);
    const uploads = await Promise.all([startUpload(address), startUpload(address)]);
    first.child.kill('SIGKILL');
    await expect.poll(() => running(workers), patience).toEqual([]);
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual([null, null]);

    const second = start();
    expect(await submit(await second.address)).toBe(201);
    expect(await folder.countRequests()).toBe(5);
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('a fault', () => {
  it.each(['0', '-1', 'two', '65', '1.5'])('in WORKERS=%s is told of once', async (workers) => {
    const { code, stderr } = await start({ WORKERS: workers }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The configuration has faults:\n  WORKERS must be a whole number from 1 to 64\n',
    });
  });

  it('in the catalogue is told of once', async () => {
    const { code, stderr } = await start({ CATALOGUE_FILE: 'nowhere.json' }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The configuration has faults:\n  CATALOGUE_FILE cannot be read: ENOENT\n',
    });
  });

  it('that no worker can start with is told of once', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as { port: number };
    const service = start({ PORT: String(port) });
    const { code, stderr } = await service.ended;
    occupant.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(service.log.filter(({ level }) => level !== 'info')).toMatchObject([{ level: 'fatal' }]);
    expect(messagesOf(service)).toMatch(/^Could not start: .*EADDRINUSE/m);
    expect(await processesIn(folder.path)).toEqual([]);
  });
});

/** A service that ends at once leaves its PostgreSQL for the next start to take over, which would take far longer. */
async function stopServerLeftBehind(): Promise<void> {
  process.kill(await postmasterPid(folder.dataDirectory), 'SIGINT');
  await expect.poll(() => processesIn(folder.path), patience).toEqual([]);
}

import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterDirectory } from '../../src/database/embedded/cluster.ts';
import { processesIn, removeDataDirectory } from '../database/data-directory.ts';
import { encodeForm, filePart, formType, payloadPart } from '../support/form.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const path = '/api/v1/commissions';
const patience = { interval: 10, timeout: 20_000 };
const form = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(200_000, 'a'))]);

let directory: string;
let dataDirectory: string;
let services: ServiceProcess[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'service-workers-'));
  dataDirectory = join(directory, 'data');
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.destroy();
  const left = await processesIn(directory);
  await removeDataDirectory(directory);
  expect(left).toEqual([]);
});

function start(env: Record<string, string> = {}): ServiceProcess {
  const service = startServiceProcess({
    env: { BUCKET_NAME: 'attachments', DATA_DIR: dataDirectory, WORKERS: '2', ...env },
    cwd: directory,
  });
  services.push(service);
  return service;
}

/** Sends all of a submission but its last bytes, over a connection of its own. */
async function startUpload(address: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const broken = once(socket, 'error').catch(() => {});
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`;
  await new Promise<void>((sent) =>
    socket.write(Buffer.concat([Buffer.from(head), form.subarray(0, -10)]), () => sent()),
  );
  return {
    socket,
    /** Sends the rest. Resolves with the status, null when the connection ends without an answer. */
    async finish(): Promise<number | null> {
      socket.end(form.subarray(-10));
      const answer = await Promise.race([text(socket).catch(() => ''), broken.then(() => '')]);
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0) || null;
    },
  };
}

async function submit(address: string): Promise<number | null> {
  return (await startUpload(address)).finish();
}

async function submitOften(address: string, times: number): Promise<(number | null)[]> {
  return Promise.all(Array.from({ length: times }, () => submit(address)));
}

/** What the embedded database holds, read from outside. */
async function countRequests(): Promise<number | null> {
  const pool = new Pool({ host: clusterDirectory(dataDirectory), user: 'postgres', database: 'commissions', max: 1 });
  // The server may stop before it has seen that the connection ends.
  pool.on('error', () => {});
  try {
    return (await pool.query('select from submitted_commission_requests')).rowCount;
  } finally {
    await pool.end();
  }
}

/** The workers that have logged a submission. */
function workersSeen({ log }: ServiceProcess): number[] {
  return [...new Set(log.flatMap(({ pid }) => pid ?? []))];
}

function messages({ log }: ServiceProcess): string {
  return log.map(({ msg }) => msg).join('\n');
}

/** Those of the processes that run: one that nobody has waited for has no working directory any more. */
async function running(pids: readonly number[]): Promise<number[]> {
  const found = await processesIn(directory);
  return pids.filter((pid) => found.includes(pid));
}

describe('two workers', () => {
  it('share one port and one embedded database', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 6)).toEqual(Array(6).fill(201));
    expect(workersSeen(service)).toHaveLength(2);
    expect(workersSeen(service)).not.toContain(service.child.pid);
    expect(await countRequests()).toBe(6);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    expect(messages(service).match(/Ready for commissions|Stopped/g)).toHaveLength(2);
  });

  it('finish what is under way when the service is told to stop', async () => {
    const service = start();
    const address = await service.address;
    const uploads = await Promise.all(Array.from({ length: 8 }, () => startUpload(address)));
    // Answered behind the eight heads, so that both have taken them up.
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    service.child.kill('SIGTERM');
    await expect.poll(() => messages(service), patience).toContain('finishing the submissions under way');
    await expect.poll(() => submit(address).catch(() => null), patience).toBeNull();
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual(Array(8).fill(201));
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    expect(await running(workersSeen(service))).toEqual([]);
  });

  it('end at once at a second signal', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    const uploads = await Promise.all([startUpload(address), startUpload(address)]);
    service.child.kill('SIGTERM');
    await expect.poll(() => messages(service), patience).toContain('finishing the submissions under way');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(1);
    await expect.poll(() => running(workersSeen(service)), patience).toEqual([]);
    for (const { socket } of uploads) socket.destroy();
    await stopServerLeftBehind();
  });
});

describe('a worker that is killed', () => {
  it('is replaced, and the other goes on meanwhile', async () => {
    const service = start();
    const address = await service.address;
    expect(await submitOften(address, 4)).toEqual(Array(4).fill(201));
    const [killed = 0, other] = workersSeen(service);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => messages(service), patience).toContain('A worker was ended by SIGKILL');
    expect(await submitOften(address, 2)).toEqual([201, 201]);
    await expect.poll(() => messages(service), patience).toContain('The new worker takes requests');
    expect(await submitOften(address, 6)).toEqual(Array(6).fill(201));
    expect(workersSeen(service)).toHaveLength(3);
    expect(workersSeen(service)).toContain(other);
    expect(await countRequests()).toBe(12);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('SIGKILL of the process that owns the workers', () => {
  it('ends them, and the next start loses nothing', async () => {
    const first = start();
    const address = await first.address;
    expect(await submitOften(address, 4)).toEqual(Array(4).fill(201));
    const workers = workersSeen(first);
    expect(workers).toHaveLength(2);
    const uploads = await Promise.all([startUpload(address), startUpload(address)]);
    first.child.kill('SIGKILL');
    await expect.poll(() => running(workers), patience).toEqual([]);
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual([null, null]);

    const second = start();
    expect(await submit(await second.address)).toBe(201);
    expect(await countRequests()).toBe(5);
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
    expect(messages(service)).toMatch(/^Could not start: .*EADDRINUSE/m);
    expect(await processesIn(directory)).toEqual([]);
  });
});

/** A service that ends at once leaves its PostgreSQL for the next start to take over. */
async function stopServerLeftBehind(): Promise<void> {
  const next = start({ WORKERS: '1' });
  await next.address;
  next.child.kill('SIGTERM');
  await next.ended;
}

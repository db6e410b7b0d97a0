import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDoctorChallenge } from '../../src/doctor/challenge.ts';
import { askService, madeUpAddress } from '../../src/doctor/proxy/ask-service.ts';
import { createAnswersCheck } from '../../src/doctor/service/answers-check.ts';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { makeStaleSocket } from '../support/stale-socket.ts';

const { signal } = new AbortController();
const healthcheck = resolve(import.meta.dirname, '../../deploy/healthcheck.mjs');

let folder: string;
let service: TestService | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sockets-'));
});

afterEach(async () => {
  await service?.close();
  service = null;
});

afterAll(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, `${name}.sock`);

const environment = () => ({
  HOST: `unix:${path('form')}`,
  INBOX: 'on',
  INBOX_HOST: `unix:${path('inbox')}`,
  INBOX_URL: 'https://inbox.example.org',
  METRICS_HOST: `unix:${path('metrics')}`,
  TRUSTED_PROXIES: 'unix',
});

async function start(env: Record<string, string> = {}): Promise<TestService> {
  service = await startTestService({ ...environment(), ...env });
  return service;
}

describe('a service on socket files', () => {
  it('names them, lets its group use them, and removes them when it stops', async () => {
    const { address, metricsAddress } = await start();
    expect([address, metricsAddress]).toEqual([`unix:${path('form')}`, `unix:${path('metrics')}`]);
    for (const name of ['form', 'inbox', 'metrics']) expect((await lstat(path(name))).mode & 0o777).toBe(0o660);
    await service?.close();
    service = null;
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes the address of a client from the proxy, and answers the doctor', async () => {
    const { pool } = await start();
    const challenge = createDoctorChallenge(createLinkSecret(pool));
    const url = new URL('http://localhost/');
    const listeners = ['form', 'inbox'].map((name) => {
      return { name, url, socketPath: path(name), variable: 'HOST', mayMove: false };
    });
    for (const { socketPath } of listeners) {
      const asked = await askService(url, challenge, { connect: { socketPath } }, signal);
      expect(asked).toMatchObject({ kind: 'this-service', seen: { address: madeUpAddress } });
    }
    const findings = await createAnswersCheck({ listeners, challenge: async () => challenge }).run(signal);
    expect(findings.map(({ found }) => found)).toEqual([
      `The form answers on ${path('form')}`,
      `The inbox answers on ${path('inbox')}`,
    ]);
  });

  it('is healthy for the check of the image, until it stops', async () => {
    await start();
    const check = () => promisify(execFile)(process.execPath, [healthcheck], { env: environment() });
    await check();
    await service?.close();
    service = null;
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`unix:${path('metrics')} does not respond: ENOENT`),
    });
  });

  it('replaces the file of a dead process', async () => {
    await makeStaleSocket(path('form'));
    expect((await start()).address).toBe(`unix:${path('form')}`);
  });

  it('does not start on the file of a living process, which goes on', async () => {
    const other = createServer((socket) => socket.on('error', () => {})).listen(path('form'));
    await once(other, 'listening');
    await expect(start()).rejects.toThrow(`${path('form')} is in use by another program: stop that program, or set`);
    expect((await lstat(path('form'))).isSocket()).toBe(true);
    other.close();
  });

  it('does not start on a file that is no socket, and leaves it', async () => {
    await writeFile(path('form'), 'notes');
    await expect(start()).rejects.toThrow(`${path('form')} of HOST is no socket: remove it`);
    expect((await lstat(path('form'))).size).toBe(5);
    await rm(path('form'));
  });

  it('does not start without the folder', async () => {
    const INBOX_HOST = `unix:${folder}/missing/inbox.sock`;
    await expect(start({ INBOX_HOST })).rejects.toThrow(`${folder}/missing of INBOX_HOST is no folder: create it`);
  });

  it('does not start where it cannot create the file', async () => {
    // Nobody can create a file in this folder, not even root.
    await expect(start({ HOST: 'unix:/proc/self/form.sock' })).rejects.toThrow('/proc/self/form.sock of HOST');
    await mkdir(join(folder, 'folder.sock'));
    await expect(start({ HOST: `unix:${folder}/folder.sock` })).rejects.toThrow('is no socket');
    await rm(join(folder, 'folder.sock'), { recursive: true });
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/embedded-database.ts';
import { encodeForm, filePart, formType, payloadPart } from '../../../test/support/form.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type ServiceProcess, startServiceProcess } from '../../../test/support/service-process.ts';
import type { DebianRelease } from './debian-tools.ts';
import { formName, type RunningProxy, type StartProxy, startCaddyOf } from './proxy.ts';

const form = encodeForm([payloadPart(), filePart('cat.png', 'cat')]);
const formHeaders = { 'content-type': formType, 'content-length': form.length };
const visitors = 8;

let database: TestDatabase;
let directory: string;
let servicePort: number;
let port: number;
let service: ServiceProcess | null = null;
let proxy: RunningProxy | null = null;

/** Gives the tests of a file the database and the ports that its services and proxies use, and stops these. */
export function describeRestarts(name: string, describeTests: () => void): void {
  describe(name, () => {
    beforeAll(async () => {
      database = await createTestDatabase();
      directory = await mkdtemp(join(tmpdir(), 'restarts-'));
      servicePort = await freePort();
      port = await freePort();
    });

    afterEach(async () => {
      await proxy?.close();
      await service?.destroy();
      [proxy, service] = [null, null];
    });

    afterAll(async () => {
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    });

    describeTests();
  });
}

/** Registers the tests of a Caddy that waits for a service which starts again. */
export function describeCaddyDuringRestarts(release: DebianRelease): void {
  describe('Caddy', () => {
    it('answers every visitor of the page while the service starts again twice', async () => {
      await startService();
      await startInFront((...args) => startCaddyOf(release, ...args));
      const flow = visit();
      for (let restart = 0; restart < 2; restart += 1) {
        await flow.goesOn();
        await stopService();
        await startService();
      }
      await flow.goesOn();
      expect([...new Set(await flow.end())]).toEqual(['GET 200']);
    });

    it('keeps requests that come while the service is stopped until it has started', async () => {
      await startInFront((...args) => startCaddyOf(release, ...args));
      const waiting = Promise.all([
        statusOf('GET', '/'),
        statusOf('POST', '/api/v1/commissions', { headers: formHeaders }, form),
        statusOf('POST', '/api/v1/commissions', { headers: { ...formHeaders, expect: '100-continue' } }, form),
      ]);
      const early = await Promise.race([waiting, sleep(1000, 'still waiting')]);
      await startService();
      expect([early, await waiting]).toEqual(['still waiting', ['GET 200', 'POST 201', 'POST 201']]);
    });
  });
}

/** Registers the tests of a proxy whose service does not run. */
export function describeStoppedService(name: string, start: StartProxy): void {
  describe(`${name} while the service is stopped`, () => {
    it('logs that a page cannot be had, and no link to a status page', async () => {
      await startInFront(start);
      expect(await statusOf('GET', '/requests/QmFzZTY0-secret')).toBe('GET 502');
      expect(await statusOf('GET', '/other-page')).toBe('GET 502');
      await expect.poll(() => proxy?.logged()).toContain('/other-page');
      expect(await proxy?.logged()).not.toContain('QmFzZTY0-secret');
    });
  });
}

async function startService(): Promise<void> {
  service = startServiceProcess({
    cwd: directory,
    env: { BUCKET_NAME: 'a', DATA_DIR: directory, DATABASE_URL: database.url, PORT: String(servicePort) },
  });
  await service.address;
}

async function stopService(): Promise<void> {
  service?.child.kill();
  expect(await service?.ended).toMatchObject({ code: 0 });
}

async function startInFront(start: StartProxy): Promise<void> {
  const [form, inbox] = [`127.0.0.1:${servicePort}`, `127.0.0.1:${await freePort()}`];
  proxy = await start(port, await freePort(), { form, inbox });
}

/** Visitors who open the page again and again, on connections that they keep. */
function visit() {
  const statuses: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  async function come(): Promise<void> {
    while (!isOver) statuses.push(await statusOf('GET', '/', { agent }));
  }
  const coming = Promise.all(Array.from({ length: visitors }, come));
  return {
    /** Resolves when each visitor may have come again. */
    async goesOn() {
      const before = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 4 * visitors);
    },
    async end() {
      isOver = true;
      await coming;
      agent.destroy();
      return statuses;
    },
  };
}

interface Visit {
  readonly headers?: Readonly<Record<string, string | number>>;
  /** A new connection is made when it is missing. */
  readonly agent?: Agent;
}

/** Resolves with the method, and the status or the reason why there is no status. */
async function statusOf(method: string, path: string, { headers, agent }: Visit = {}, body?: Buffer): Promise<string> {
  if (proxy === null) throw new Error('There is no proxy');
  const ca = await readFile(proxy.authority);
  return new Promise((resolve) => {
    const address = { host: '127.0.0.1', port, servername: formName, ca };
    const sent = request({ method, path, ...address, agent, headers: { host: `${formName}:${port}`, ...headers } });
    sent.on('error', ({ message }) => resolve(`${method} ${message}`));
    sent.on('response', (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(`${method} ${response.statusCode}`));
    });
    sent.end(body);
  });
}

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/embedded-database.ts';
import { encodeForm, filePart, formType, payloadPart } from '../../../test/support/form.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type ServiceProcess, startServiceProcess } from '../../../test/support/service-process.ts';
import type { DebianRelease } from './debian-tools.ts';
import { type HeldService, startHeldService } from './held-socket.ts';
import { formName, type RunningProxy, type StartProxy, startCaddyOf } from './proxy.ts';

const form = encodeForm([payloadPart(), filePart('cat.png', 'cat')]);
const formHeaders = { 'content-type': formType, 'content-length': form.length };
const visitors = 8;
const senders = 4;
/** As many as hide no request that is lost now and then. */
const manyRestarts = 10;

let database: TestDatabase;
let directory: string;
let servicePort: number;
let port: number;
let service: ServiceProcess | null = null;
let held: HeldService | null = null;
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
      await held?.close();
      [proxy, service, held] = [null, null, null];
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

/** Registers the tests of proxies in front of a socket that systemd keeps open. */
export function describeOpenSocket({ caddy, nginx }: Readonly<Record<'caddy' | 'nginx', StartProxy>>): void {
  describe('a socket that stays open', () => {
    it('loses no request behind Caddy, on a socket file, while the service starts again ten times', async () => {
      const path = join(directory, 'form.sock');
      // The proxy has an account of its own.
      await chmod(directory, 0o755);
      await startHeld(path);
      await startInFront(caddy, `unix/${path}`);
      await restartUnderLoad();
    });

    it('loses no request behind nginx, on a port, while the service starts again ten times', async () => {
      await startHeld(String(servicePort));
      await startInFront(nginx);
      await restartUnderLoad();
      // nginx sends a GET again on another connection, but no form.
      expect(await proxy?.logged()).not.toContain('reset by peer');
    });
  });
}

async function startHeld(at: string): Promise<void> {
  held = await startHeldService(at, directory, { ...serviceVariables(), TRUSTED_PROXIES: 'unix' });
}

async function restartUnderLoad(): Promise<void> {
  const before = await storedRequests();
  const flow = visit({ senders });
  for (let restart = 0; restart < manyRestarts; restart += 1) {
    await flow.goesOn();
    await held?.restart();
  }
  await flow.goesOn();
  const statuses = await flow.end();
  expect([...new Set(statuses)].sort()).toEqual(['GET 200', 'POST 201']);
  const sent = statuses.filter((status) => status === 'POST 201').length;
  expect(await storedRequests()).toBe(before + sent);
}

async function storedRequests(): Promise<number> {
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const { rowCount } = await pool.query('select from submitted_commission_requests');
  await pool.end();
  return rowCount ?? 0;
}

/** Registers the test of a proxy with the lines of its sample that stop everything. */
export function describeStoppedByHost(name: string, start: StartProxy): void {
  describe(`${name} with the lines that stop everything`, () => {
    it('asks each visitor and each sender to come again, beside a service that runs', async () => {
      await startService();
      await startInFront(start);
      expect(await statusOf('GET', '/')).toBe('GET 503, again after 600 s');
      const sent = await statusOf('POST', '/api/v1/commissions', { headers: formHeaders }, form);
      expect(sent).toBe('POST 503, again after 600 s');
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
    env: { ...serviceVariables(), PORT: String(servicePort) },
  });
  await service.address;
}

const serviceVariables = () => ({ BUCKET_NAME: 'a', DATA_DIR: directory, DATABASE_URL: database.url });

async function stopService(): Promise<void> {
  service?.child.kill();
  expect(await service?.ended).toMatchObject({ code: 0 });
}

async function startInFront(start: StartProxy, form = `127.0.0.1:${servicePort}`): Promise<void> {
  proxy = await start(port, await freePort(), { form, inbox: `127.0.0.1:${await freePort()}` });
}

/** Visitors who open the page again and again, on connections that they keep, and people who send the form so. */
function visit(others = { senders: 0 }) {
  const statuses: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  async function come(): Promise<void> {
    while (!isOver) statuses.push(await statusOf('GET', '/', { agent }));
  }
  async function send(): Promise<void> {
    while (!isOver) statuses.push(await statusOf('POST', '/api/v1/commissions', { agent, headers: formHeaders }, form));
  }
  const coming = Promise.all([
    ...Array.from({ length: visitors }, come),
    ...Array.from({ length: others.senders }, send),
  ]);
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

/** Resolves with the method, the status or the reason why it is missing, and when to come again. */
async function statusOf(method: string, path: string, { headers, agent }: Visit = {}, body?: Buffer): Promise<string> {
  if (proxy === null) throw new Error('There is no proxy');
  const ca = await readFile(proxy.authority);
  return new Promise((resolve) => {
    const address = { host: '127.0.0.1', port, servername: formName, ca };
    const sent = request({ method, path, ...address, agent, headers: { host: `${formName}:${port}`, ...headers } });
    sent.on('error', ({ message }) => resolve(`${method} ${message}`));
    sent.on('response', (response: IncomingMessage) => {
      const { 'retry-after': seconds } = response.headers;
      const again = seconds === undefined ? '' : `, again after ${seconds} s`;
      response.resume().on('end', () => resolve(`${method} ${response.statusCode}${again}`));
    });
    sent.end(body);
  });
}

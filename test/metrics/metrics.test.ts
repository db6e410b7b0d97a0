import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { commit, version } from '../../src/process/program/own-package.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { type FaultyService, startFaultyService, submissionParts } from '../support/faulty-service.ts';
import { filePart, payloadPart, postParts, rawPayloadPart, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Sample, sampleValue, scrape } from './scrape.ts';

const metricsOn = { METRICS_PORT: '0' };
const withInbox = { ...metricsOn, INBOX: 'on', INBOX_PORT: '0' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService(withInbox);
});

afterAll(() => service.close());

const samples = () => scrape(service.metricsAddress);

const publish = (document: object) =>
  createStudioRevisions(service.pool, null).publish(() => studioSchema.parse(document), {
    version: null,
    note: null,
    actor: systemActor,
  });

/** Expects the work to raise a counter by one. The text is made anew every second. */
async function expectOneMore(name: string, labels: Sample['labels'], work: () => Promise<unknown>): Promise<void> {
  const count = async () => sampleValue(await samples(), name, labels) ?? 0;
  const before = await count();
  await work();
  await expect.poll(count).toBe(before + 1);
}

describe('the metrics', () => {
  it('count submissions by how they ended', async () => {
    const submit = (parts: Parameters<typeof postParts>[1]) => postParts(service.endpoint, parts);
    const name = 'commissions_submissions_total';
    await expectOneMore(name, { verdict: 'created' }, () => submit(submissionParts(1)));
    await expectOneMore(name, { verdict: 'missing-payload' }, () => submit([filePart('a.png', 'a')]));
    await expectOneMore(name, { verdict: 'invalid-payload-json' }, () => submit([rawPayloadPart('{')]));
    await expectOneMore(name, { verdict: 'validation-error' }, () => submit([payloadPart({})]));
  });

  it('measure the phases of a submission, its commit, its calls of the store and its response', async () => {
    const put = { operation: 'put', result: 'ok' };
    const puts = async () => sampleValue(await samples(), 'commissions_object_store_duration_seconds_count', put) ?? 0;
    const before = await puts();
    await postParts(service.endpoint, submissionParts(2));
    await expect.poll(puts).toBe(before + 2);
    const found = await samples();
    for (const phase of ['read', 'store', 'total']) {
      expect(sampleValue(found, 'commissions_submission_duration_seconds_count', { phase })).toBeGreaterThan(0);
    }
    expect(sampleValue(found, 'commissions_submission_bytes_total')).toBeGreaterThan(100);
    expect(sampleValue(found, 'commissions_database_commit_duration_seconds_count')).toBeGreaterThan(0);
    const response = { listener: 'customers', route: '/api/v1/commissions', code: '201' };
    expect(sampleValue(found, 'commissions_http_request_duration_seconds_count', response)).toBeGreaterThan(0);
  });

  it('say which parts are ready, how much room there is, and which program this is', async () => {
    const ready = async (part: string) => sampleValue(await samples(), 'commissions_ready', { part });
    await expect.poll(() => ready('database')).toBe(1);
    expect(await ready('object store')).toBe(1);
    const found = await samples();
    const program = { version: version(), commit: commit() ?? 'unknown', node: process.versions.node };
    expect(found.find(({ name }) => name === 'commissions_build_info')?.labels).toEqual(program);
    expect(sampleValue(found, 'commissions_connections', { listener: 'customers' })).toBeGreaterThanOrEqual(0);
    expect(sampleValue(found, 'commissions_database_connections', { pool: 'submissions', state: 'waiting' })).toBe(0);
    expect(sampleValue(found, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('count from nought what alerts watch, so that a first burst is a rise', async () => {
    const other = await startTestService(metricsOn);
    try {
      const found = await scrape(other.metricsAddress);
      for (const verdict of ['created', 'submission-failed', 'busy']) {
        expect(sampleValue(found, 'commissions_submissions_total', { verdict })).toBe(0);
      }
      const guesses = { result: 'wrong-credentials' };
      expect(sampleValue(found, 'commissions_sign_in_attempts_total', guesses)).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('say whether the form is open', async () => {
    const isOpen = async () => sampleValue(await samples(), 'commissions_open');
    await expect.poll(isOpen).toBe(1);
    await publish({ opening: { mode: 'closed' } });
    await expect.poll(isOpen).toBe(0);
    await publish({});
    await expect.poll(isOpen).toBe(1);
  });

  it('count attempts to sign in', async () => {
    const signIn = () =>
      fetch(`${service.inboxAddress}/api/operator/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: 'stranger@example.org', password: 'not the password at all' }),
      });
    await expectOneMore('commissions_sign_in_attempts_total', { result: 'wrong-credentials' }, signIn);
  });

  it('have labels from closed lists alone, whatever strangers send', async () => {
    const hostile = 'zoe-secret-7fb1';
    for (const path of [`/${hostile}`, `/requests/${hostile}`, `/api/v1/${hostile}?q=${hostile}`]) {
      await fetch(service.address + path, { headers: { 'user-agent': hostile, 'x-forwarded-for': hostile } });
      await fetch(service.inboxAddress + path, { method: 'PATCH', headers: { host: hostile } });
    }
    const form = [
      payloadPart({ ...validPayload, customerName: hostile, typeId: hostile, message: hostile }),
      filePart(`${hostile}.png`, 'x', `image/${hostile}`),
    ];
    await expectOneMore('commissions_submissions_total', { verdict: 'created' }, () =>
      postParts(service.endpoint, form),
    );
    const values = new Set((await samples()).flatMap(({ labels }) => Object.values(labels)));
    const closed = [
      /^\d+(\.\d+)*(e[+-]\d+)?$/,
      /^\+Inf$/,
      /^v?\d+\.\d+\.\d+$/,
      /^[0-9a-f]{40}$/,
      /^[a-z_-]+( [a-z]+)?$/i,
      /^(\/[a-z0-9:.*_-]+)+$/i,
    ];
    const strange = [...values].filter((value) => !closed.some((pattern) => pattern.test(value)));
    expect(strange).toEqual([]);
    expect([...values].filter((value) => value.includes(hostile))).toEqual([]);
    expect(values.size).toBeLessThan(250);
  });
});

describe('the listener of metrics', () => {
  it('responds to many scrapers at once, and with 404 elsewhere', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => fetch(`${service.metricsAddress}/metrics`)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(all[0]?.headers.get('content-type')).toContain('text/plain');
    expect((await fetch(`${service.metricsAddress}/other`)).status).toBe(404);
    expect((await fetch(`${service.metricsAddress}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${service.address}/metrics`)).status).toBe(404);
  });

  it('asks for the token where one is set', async () => {
    const guarded = await startTestService({ ...metricsOn, METRICS_TOKEN: 'tok_5k' });
    try {
      const statusWith = async (headers: Record<string, string>) =>
        (await fetch(`${guarded.metricsAddress}/metrics`, { headers })).status;
      expect(await statusWith({})).toBe(401);
      expect(await statusWith({ authorization: 'Bearer tok_5' })).toBe(401);
      expect(await statusWith({ authorization: 'Basic tok_5k' })).toBe(401);
      expect(await statusWith({ authorization: 'Bearer tok_5k' })).toBe(200);
      // A probe has no token.
      const probed = await fetch(`${guarded.metricsAddress}/healthz`);
      expect([probed.status, await probed.json()]).toEqual([200, { status: 'alive' }]);
      expect(JSON.stringify(guarded.logLines)).not.toContain('tok_5k');
    } finally {
      await guarded.close();
    }
  });

  it('says which port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await expect(startTestService({ METRICS_PORT: String(port) })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use by another program: stop that program, or set another METRICS_PORT`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('is not there without a port', async () => {
    const plain = await startTestService();
    expect(plain.metricsAddress).toBeNull();
    await plain.close();
  });
});

describe('two processes on one database', () => {
  it('take turns to count in it', async () => {
    const incomplete = async (address: string | null) =>
      sampleValue(await scrape(address), 'commissions_erasures_incomplete');
    await expect.poll(() => incomplete(service.metricsAddress)).toBe(0);
    const other = await startTestService({ ...metricsOn, DATABASE_URL: service.databaseUrl });
    try {
      expect(sampleValue(await scrape(other.metricsAddress), 'commissions_uploads')).toBe(0);
      expect(await incomplete(other.metricsAddress)).toBeNull();
    } finally {
      await other.close();
    }
  });
});

describe('a database that is away', () => {
  let faulty: FaultyService;

  beforeAll(async () => {
    faulty = await startFaultyService({ env: withInbox });
  });

  afterAll(() => faulty.close());

  it('leaves what the process itself can tell, and is said', async () => {
    await expect
      .poll(async () => sampleValue(await scrape(faulty.metricsAddress), 'commissions_ready', { part: 'database' }))
      .toBe(1);
    await faulty.database.refuse();
    const startedAt = performance.now();
    const found = await scrape(faulty.metricsAddress);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(sampleValue(found, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    const ready = async () =>
      sampleValue(await scrape(faulty.metricsAddress), 'commissions_ready', { part: 'database' });
    await expect.poll(ready).toBe(0);
    await faulty.restore();
    await expect.poll(ready).toBe(1);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { emptyCatalogue } from '../../src/studio/catalogue/catalogue.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { startFaultyService } from '../support/faulty-service.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

const publication = { version: null, note: null, actor: systemActor };
const publish = (service: TestService, document: object) =>
  createStudioRevisions(service.pool, null).publish(() => studioSchema.parse(document), publication);

async function catalogueOf({ address }: TestService) {
  const response = await fetch(`${address}/api/v1/catalogue`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const titleOf = async (service: TestService) => JSON.parse((await catalogueOf(service)).text).title?.en;

const listenersText =
  "select pid from pg_stat_activity where datname = current_database() and query = 'listen commission_studio'";

describe('a service without a studio', () => {
  it('serves the catalogue and the page of before, byte for byte', async () => {
    const service = await startTestService();
    try {
      const { status, headers, text } = await catalogueOf(service);
      expect([status, text]).toEqual([200, JSON.stringify(emptyCatalogue)]);
      expect(headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      expect((await service.pool.query('select from commission_extras')).rowCount).toBe(0);
    } finally {
      await service.close();
    }
  });
});

describe('a published revision', () => {
  let first: TestService;
  let second: TestService;

  beforeAll(async () => {
    first = await startTestService();
    second = await startTestService({ DATABASE_URL: first.databaseUrl });
  });

  afterAll(async () => {
    await second.close();
    await first.close();
  });

  it('is served by every process within two seconds, under a tag of its own', async () => {
    const before = await catalogueOf(second);
    await publish(first, { title: 'Lindenhof', types: [{ id: 'bust', name: 'Bust' }] });
    const publishedAt = performance.now();
    for (const service of [first, second])
      await expect.poll(() => titleOf(service), { interval: 20 }).toBe('Lindenhof');
    expect(performance.now() - publishedAt).toBeLessThan(2000);
    const { headers, text } = await catalogueOf(second);
    expect(JSON.parse(text).revision).toBe(1);
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
    const again = await fetch(`${second.address}/api/v1/catalogue`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(await (await fetch(second.address)).text()).toContain('<title>Lindenhof</title>');
  });

  it('is served within two seconds when the listening connections were cut', async () => {
    const listeners = async () => (await first.pool.query(listenersText)).rows.map(({ pid }) => pid);
    await expect.poll(listeners).toHaveLength(2);
    await first.pool.query(`select pg_terminate_backend(pid) from (${listenersText}) as listening`);
    await publish(first, { title: 'After the cut' });
    const publishedAt = performance.now();
    await expect.poll(() => titleOf(second), { interval: 20 }).toBe('After the cut');
    expect(performance.now() - publishedAt).toBeLessThan(2000);
  });

  it('takes its extras along: requests are linked to them at once', async () => {
    await publish(first, { extras: [{ id: 'frame', name: 'Frame' }] });
    const payload = { ...validPayload, extraIds: ['frame'] };
    expect((await postParts(second.endpoint, [payloadPart(payload)])).status).toBe(201);
    expect((await first.stored()).links).toBe(1);
  });

  it('fails no submission and lets none wait when it is published under load', async () => {
    const revisions = createStudioRevisions(first.pool, null);
    const sending = Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        postParts(second.endpoint, [payloadPart({ ...validPayload, extraIds: [`e${index % 5}`] })]),
      ),
    );
    for (let round = 0; round < 5; round += 1) {
      const extras = [{ id: `e${round}`, name: `Extra ${round}` }];
      await revisions.publish(() => studioSchema.parse({ extras }), publication);
    }
    expect(new Set((await sending).map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('a process whose database is away', () => {
  it('serves the last revision that it knew, and follows again afterwards', async () => {
    const service = await startFaultyService();
    try {
      await publish(service, { title: 'Known' });
      await expect.poll(() => titleOf(service)).toBe('Known');
      service.database.refuse();
      expect(await titleOf(service)).toBe('Known');
      await publish(service, { title: 'Meanwhile' });
      await service.database.pass();
      await expect.poll(() => titleOf(service)).toBe('Meanwhile');
    } finally {
      await service.close();
    }
  });

  it('says that it knows nothing yet, and serves the page', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'studio-'));
    await writeFile(join(directory, 'catalogue.json'), JSON.stringify({ title: 'Of the file' }));
    const service = await startTestService(
      { CATALOGUE_FILE: join(directory, 'catalogue.json') },
      async () => 'postgres://postgres@127.0.0.1:1/none',
    );
    try {
      const { status, headers, text } = await catalogueOf(service);
      expect([status, headers.get('retry-after'), JSON.parse(text)]).toEqual([
        503,
        '5',
        { error: 'Catalogue not known yet' },
      ]);
      expect(await (await fetch(service.address)).text()).toContain('<title>Of the file</title>');
    } finally {
      await service.close();
      await rm(directory, { recursive: true });
    }
  });
});

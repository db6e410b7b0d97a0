import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import type { ServedOpening } from '../../src/studio/catalogue/opening-shape.ts';
import { servedStudio } from '../../src/studio/document/served-studio.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { createCountedRequests } from '../../src/triage/opening/create-counted-requests.ts';
import { createOpeningView } from '../../src/triage/opening/opening-view.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

const types = [{ id: 'bust', name: 'Bust' }];
const publish = ({ pool }: TestService, opening: object | null) =>
  createStudioRevisions(pool, null).publish(() => studioSchema.parse({ types, opening }), {
    version: null,
    note: null,
    actor: systemActor,
  });

describe('the availability', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.close());

  const availability = async () =>
    (await (await fetch(`${service.address}/api/v1/availability`)).json()) as ServedOpening;
  const catalogue = (tag?: string) =>
    fetch(`${service.address}/api/v1/catalogue`, { headers: tag ? { 'if-none-match': tag } : {} });

  it('is open while nothing is set, and the catalogue says nothing of it', async () => {
    const response = await fetch(`${service.address}/api/v1/availability`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(await response.json()).toEqual({
      state: 'open',
      reason: null,
      opensAt: null,
      closesAt: null,
      message: null,
      timeZone: 'UTC',
      types: [],
    });
    expect(await (await catalogue()).json()).not.toHaveProperty('opening');
  });

  it('changes the tag of the catalogue, which has the same object', async () => {
    await publish(service, { mode: 'closed', message: 'Back in May' });
    await expect.poll(async () => (await availability()).state).toBe('closed');
    const first = await catalogue();
    const closed = (await first.json()) as { readonly opening: ServedOpening };
    expect(closed.opening).toEqual(await availability());
    expect(closed.opening).toMatchObject({ reason: 'manual', message: { en: 'Back in May' } });
    const tag = first.headers.get('etag') ?? '';
    expect((await catalogue(tag)).status).toBe(304);
    await publish(service, { mode: 'scheduled', opensAt: '2001-01-01T00:00:00Z', closesAt: '2999-01-01T00:00:00Z' });
    await expect.poll(async () => (await availability()).state).toBe('open');
    expect((await catalogue(tag)).status).toBe(200);
    expect(await availability()).toMatchObject({ opensAt: null, closesAt: '2999-01-01T00:00:00.000Z' });
  });

  it('counts requests within five seconds, and the endpoint takes what comes after', async () => {
    await publish(service, { requestLimit: 1, slots: { total: 4 }, showSlotsLeft: true });
    await expect.poll(async () => (await availability()).types[0]?.left).toBe(4);
    const send = () => postParts(service.endpoint, [payloadPart(validPayload)]);
    expect((await send()).status).toBe(201);
    await expect.poll(async () => (await availability()).reason).toBe('requests');
    expect((await send()).status).toBe(201);
  });
});

describe('the counts', () => {
  it('are read once in five seconds, and the last known hold without the database', async () => {
    let reads = 0;
    let isAway = false;
    const pool = {
      async query(text: string) {
        if (isAway) throw new Error('away');
        reads += 1;
        return { rows: text.includes("'NEW'") ? [{ judged: 3, waiting: 0 }] : [] };
      },
    };
    const counted = createCountedRequests(pool as never);
    const view = createOpeningView({ counted, hasNotices: false });
    const studio = studioSchema.parse({ opening: { requestLimit: 3 } });
    const served = servedStudio(null, { revision: 1, studio });
    const states = await Promise.all(Array.from({ length: 50 }, () => view.of(served)));
    expect(new Set(states.map(({ reason }) => reason))).toEqual(new Set(['requests']));
    const readsOfOneCount = reads;
    isAway = true;
    expect((await view.of(served)).state).toBe('closed');
    expect(reads).toBe(readsOfOneCount);
  });

  it('comes from counts that hold while newer ones are read, so that later readers do not wait', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      let count = 3;
      const pool = {
        query: async (text: string) => ({ rows: text.includes("'NEW'") ? [{ judged: count, waiting: 0 }] : [] }),
      };
      const counted = createCountedRequests(pool as never);
      expect((await counted.current()).requests).toBe(3);
      count = 4;
      vi.advanceTimersByTime(4000);
      expect((await counted.current()).requests).toBe(3);
      await new Promise(setImmediate);
      pool.query = () => new Promise(() => {});
      vi.advanceTimersByTime(2000);
      expect((await counted.current()).requests).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });
});

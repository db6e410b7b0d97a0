import { describe, expect, it } from 'vitest';
import type { InboxRequest } from '../api/shapes.ts';
import { type BulkCalls, type BulkProgress, type BulkRequest, type ChangeOf, chunkSize, runBulk } from './bulk-run.ts';

/** A service with its own requests. Its responses can be lost. */
function createService(count: number) {
  const requests = new Map<string, InboxRequest>();
  for (let index = 0; index < count; index += 1) {
    const id = `id-${index}`;
    requests.set(id, {
      id,
      number: id,
      customerName: id,
      version: 1,
      status: 'NEW',
      labels: [],
    } as unknown as InboxRequest);
  }
  const faults: ('before' | 'after')[] = [];
  const sizes: number[] = [];
  const lost = new Error('lost');
  const calls: BulkCalls = {
    async change(chunk, change) {
      sizes.push(chunk.length);
      const fault = faults.shift();
      if (fault === 'before') throw lost;
      let changed = 0;
      for (const { id, version } of chunk) {
        const request = requests.get(id);
        if (request?.version !== version) continue;
        requests.set(id, { ...request, ...change, version: version + 1 } as InboxRequest);
        changed += 1;
      }
      if (fault === 'after') throw lost;
      return { changed, skipped: chunk.length - changed, failed: 0 };
    },
    find: async (ids) => ids.flatMap((id) => requests.get(id) ?? []),
    pause: async () => {},
    isTransient: (error) => error === lost,
  };
  return { requests, calls, faults, sizes, chosen: [...requests.values()] as readonly BulkRequest[] };
}

const accept: ChangeOf = () => ({ status: 'ACCEPTED' });
const never = new AbortController().signal;

async function run(service: ReturnType<typeof createService>, changeOf = accept) {
  const reported: BulkProgress[] = [];
  const end = await runBulk(service.chosen, changeOf, service.calls, (progress) => reported.push(progress), never);
  return { end, reported };
}

describe('a bulk change', () => {
  it('is made in parts, and says how far it is', async () => {
    const service = createService(250);
    const { end, reported } = await run(service);
    expect(service.sizes).toEqual([chunkSize, chunkSize, 50]);
    expect([...new Set(reported.map(({ done }) => done))]).toEqual([0, 100, 200, 250]);
    expect(end).toMatchObject({ total: 250, done: 250, skipped: [] });
    expect([...service.requests.values()].every(({ status }) => status === 'ACCEPTED')).toBe(true);
  });

  it('reports the skipped requests and the reasons', async () => {
    const service = createService(3);
    service.requests.delete('id-0');
    service.requests.set('id-1', { ...service.requests.get('id-1'), version: 5, status: 'SPAM' } as InboxRequest);
    const { end } = await run(service);
    expect(end.changed.map(({ id }) => id)).toEqual(['id-2']);
    expect(end.skipped.map(({ request, reason, current }) => [request.id, reason, current?.status])).toEqual([
      ['id-0', 'erased', undefined],
      ['id-1', 'changed', 'SPAM'],
    ]);
    expect(service.requests.get('id-1')?.status).toBe('SPAM');
  });

  it.each(['before', 'after'] as const)(
    'goes on when the connection is lost %s the service has done a part',
    async (when) => {
      const service = createService(150);
      service.faults.push(when, when);
      const { end, reported } = await run(service);
      expect(reported.some(({ isWaiting }) => isWaiting)).toBe(true);
      expect(end).toMatchObject({ done: 150, skipped: [], isWaiting: false });
      expect(end.changed).toHaveLength(150);
      expect([...service.requests.values()].every(({ version }) => version === 2)).toBe(true);
    },
  );

  it('skips requests that need no change, and groups equal changes', async () => {
    const service = createService(4);
    const { end } = await run(service, ({ id }) =>
      id === 'id-0' ? 'same' : id === 'id-3' ? 'full' : { labels: id === 'id-1' ? ['a', 'vip'] : ['vip'] },
    );
    expect(service.sizes).toEqual([1, 1]);
    expect(end).toMatchObject({ done: 4, total: 4, skipped: [{ reason: 'full' }] });
    expect(end.changed).toHaveLength(2);
    expect(service.requests.get('id-0')?.version).toBe(1);
  });

  it('ends at a lasting failure', async () => {
    const service = createService(1);
    const calls = { ...service.calls, change: () => Promise.reject(new Error('forbidden')) };
    await expect(runBulk(service.chosen, accept, calls, () => {}, never)).rejects.toThrow('forbidden');
  });
});

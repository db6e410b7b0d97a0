import { describe, expect, it } from 'vitest';
import { createCommissionClient } from '../src/commission-client.ts';
import { type PlannedAnswer, startFakeService } from './fake-service.ts';

const catalogue = { title: { en: 'Studio' }, introduction: null, types: [], extras: [], customCards: [] };

async function read(resource: 'limits' | 'catalogue', plans: readonly PlannedAnswer[]) {
  const service = await startFakeService(plans);
  const client = createCommissionClient({ endpoint: `${service.endpoint}studio` });
  const result = await client[resource]({ retries: 1 });
  await service.close();
  return { result, received: service.received };
}

describe('limits and catalogue', () => {
  it.each(['limits', 'catalogue'] as const)('has the %s of a service under a path', async (resource) => {
    const { result, received } = await read(resource, [{ status: 200, body: catalogue }]);
    expect(result).toEqual({ ok: true, value: catalogue });
    expect(received.map(({ path }) => path)).toEqual([`/studio/api/v1/${resource}`]);
  });

  it('has the clock of the service beside whether the form is open', async () => {
    const date = 'Fri, 27 Nov 2026 12:00:00 GMT';
    const opening = { state: 'closed' };
    const plan = { status: 200, headers: { date }, body: { ...catalogue, opening } };
    const { result } = await read('catalogue', [plan]);
    expect(result).toEqual({ ok: true, value: { ...catalogue, opening: { ...opening, now: date } } });
  });

  it('are asked for again when no answer came', async () => {
    const { result, received } = await read('catalogue', ['cut', { status: 200, body: catalogue }]);
    expect(result).toMatchObject({ ok: true });
    expect(received).toHaveLength(2);
  });

  it.each<[PlannedAnswer, unknown]>([
    [
      { status: 404, body: { error: 'Not found' } },
      { code: 'rejected', status: 404, message: 'Not found' },
    ],
    [
      { status: 200, body: 'no object' },
      { code: 'rejected', status: 200, message: null },
    ],
    ['cut', { code: 'unreachable' }],
  ])('fails when they cannot be had: %j', async (plan, failure) => {
    expect((await read('limits', [plan])).result).toEqual({ ok: false, failure });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { advanceClock } from '../../test/support/clock.ts';
import { createCommissionClient, type Retry } from '../src/commission-client.ts';
import { type PlannedAnswer, startFakeService } from './fake-service.ts';
import { file, validPayload } from './form.ts';

const created: PlannedAnswer = { status: 201, body: { id: 'an id', createdAt: '2026-11-21T08:10:35.309Z' } };

interface Submitting {
  readonly retries?: number;
  readonly stallMs?: number;
  /** Only the clock passes the pauses, unless they are real. */
  readonly pauses?: 'skipped' | 'real';
}

/** Submits a form to a server with planned responses. */
async function submitTo(
  plans: readonly PlannedAnswer[],
  { retries = 4, stallMs = 60_000, pauses = 'skipped' }: Submitting = {},
) {
  const service = await startFakeService(plans);
  const reported: Retry[] = [];
  const online = new EventTarget();
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online));
  vi.stubGlobal('removeEventListener', online.removeEventListener.bind(online));
  const onRetry = (retry: Retry) => {
    reported.push(retry);
    if (pauses === 'real') return;
    advanceClock(retry.waitMs);
    // The pause begins after this call. It ends when the browser comes back online.
    queueMicrotask(() => online.dispatchEvent(new Event('online')));
  };
  const client = createCommissionClient({ endpoint: service.endpoint, stallMs });
  const result = await client.submit(validPayload, [file('a.png', 5)], { retries, onRetry });
  vi.unstubAllGlobals();
  await service.close();
  return { result, reported, received: service.received };
}

describe('the address of the status page', () => {
  it.each([
    [undefined, null],
    ['/studio/requests/abc', '/studio/requests/abc'],
    ['https://example.org/requests/abc', 'https://example.org/requests/abc'],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('reads %j as %j', async (location, address) => {
    const { result, received } = await submitTo([{ ...created, ...(location && { headers: { location } }) }]);
    const origin = `http://${received[0]?.headers.host}`;
    expect(result).toMatchObject({ value: { location: address?.startsWith('/') ? origin + address : address } });
  });
});

describe('a submission that gets no answer it could rest on', () => {
  it.each([408, 409, 429, 500, 502, 503, 504])('is repeated after %i with the same key and bytes', async (status) => {
    const { result, received, reported } = await submitTo([{ status }, created]);
    expect(result).toMatchObject({ ok: true, value: { id: 'an id' } });
    expect(reported).toEqual([{ attempt: 2, maxAttempts: 5, waitMs: expect.any(Number), status }]);
    const [first, second] = received;
    expect(first?.headers['idempotency-key']).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.bytes).toBe(first?.bytes);
    expect(first?.headers['content-length']).toBe(String(first?.bytes));
  });

  it('is repeated after a lost connection', async () => {
    const { result, reported } = await submitTo(['cut', 'cut', created]);
    expect(result).toMatchObject({ ok: true });
    expect(reported.map(({ attempt, status }) => [attempt, status])).toEqual([
      [2, null],
      [3, null],
    ]);
  });

  it('is repeated after a stall', async () => {
    const { result, reported } = await submitTo(['silence', created], { retries: 100, stallMs: 200 });
    expect(result).toMatchObject({ ok: true });
    expect(reported[0]).toMatchObject({ attempt: 2, status: null });
  });

  it('waits as long as the service asks', async () => {
    const { received, reported } = await submitTo([{ status: 503, headers: { 'retry-after': '1' } }, created], {
      pauses: 'real',
    });
    expect(reported[0]?.waitMs).toBe(1000);
    expect((received[1]?.atMs ?? 0) - (received[0]?.atMs ?? 0)).toBeGreaterThan(950);
  });

  it('waits longer each time, and no two clients alike', async () => {
    const { reported } = await submitTo(['cut', 'cut', 'cut', created]);
    const pauses = reported.map(({ waitMs }) => waitMs);
    for (const [index, pauseMs] of pauses.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(pauseMs).toBeLessThanOrEqual(500 * 2 ** index);
    }
    expect(pauses.every(Number.isInteger)).toBe(false);
  });

  it.each<[string, PlannedAnswer, unknown]>([
    ['lost connections', 'cut', { code: 'unreachable' }],
    [
      'a busy service',
      { status: 429, headers: { 'retry-after': '0' } },
      { code: 'busy', status: 429, retryAfterMs: 0 },
    ],
    [
      'failures',
      { status: 500, body: { error: 'Commission submission failed', message: 'disk full' } },
      { code: 'server-error', status: 500, message: 'disk full' },
    ],
  ])('ends after the last retry with %s', async (_name, plan, failure) => {
    const { result, received } = await submitTo([plan], { retries: 1 });
    expect(result).toEqual({ ok: false, failure });
    expect(received).toHaveLength(2);
  });

  it('ends within ten seconds with a failure that stays, however often it may be repeated', async () => {
    const failed: PlannedAnswer = { status: 500, body: { message: 'BUCKET_NAME is not set' } };
    const { result, received, reported } = await submitTo([failed], { retries: 10 });
    expect(result).toMatchObject({ ok: false, failure: { code: 'server-error', message: 'BUCKET_NAME is not set' } });
    expect(reported.reduce((sum, { waitMs }) => sum + waitMs, 0)).toBeLessThan(10_000);
    expect(received.length).toBeGreaterThan(2);
  });

  it.each([502, 504, 520, 522, 530])('ends as busy when a proxy answers %i to the last', async (status) => {
    const { result, received } = await submitTo([{ status }], { retries: 7 });
    expect(received).toHaveLength(8);
    expect(result).toEqual({ ok: false, failure: { code: 'busy', status, retryAfterMs: null } });
  });

  it('ends at once when the service asks for a very long pause', async () => {
    const { result, received } = await submitTo([{ status: 503, headers: { 'retry-after': '3600' } }]);
    expect(result).toEqual({ ok: false, failure: { code: 'busy', status: 503, retryAfterMs: 3_600_000 } });
    expect(received).toHaveLength(1);
  });

  it('ends at once when the service has no room for files', async () => {
    const headers = { 'retry-after': '300' };
    const { result, received } = await submitTo([{ status: 503, body: { error: 'No room for files' }, headers }]);
    expect(result).toEqual({ ok: false, failure: { code: 'no-room-for-files', retryAfterMs: 300_000 } });
    expect(received).toHaveLength(1);
  });

  it('stops waiting when it is aborted', async () => {
    const service = await startFakeService([{ status: 503, headers: { 'retry-after': '60' } }]);
    const abort = new AbortController();
    const result = await createCommissionClient(service).submit(validPayload, [], {
      signal: abort.signal,
      onRetry: () => abort.abort(),
    });
    expect(result).toEqual({ ok: false, failure: { code: 'aborted' } });
    expect(service.received).toHaveLength(1);
    await service.close();
  });
});

describe('a submission that was answered', () => {
  it.each<[PlannedAnswer, unknown]>([
    [{ status: 422, body: { error: 'Idempotency key reused' } }, { code: 'key-reused' }],
    [
      { status: 404, body: { error: 'Not found' } },
      { code: 'rejected', status: 404, message: 'Not found' },
    ],
    [{ status: 413, body: '<html>' }, { code: 'request-too-large' }],
    [
      { status: 200, body: 'no receipt' },
      { code: 'rejected', status: 200, message: null },
    ],
  ])('is not repeated: %j', async (plan, failure) => {
    const { result, received } = await submitTo([plan]);
    expect(result).toEqual({ ok: false, failure });
    expect(received).toHaveLength(1);
  });

  it('keeps the key that its caller chose', async () => {
    const service = await startFakeService([created]);
    await createCommissionClient(service).submit(validPayload, [], { idempotencyKey: 'order-7' });
    expect(service.received[0]?.headers['idempotency-key']).toBe('order-7');
    await service.close();
  });
});

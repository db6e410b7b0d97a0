import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createChallenges } from '../../src/triage/guard/challenges.ts';
import { solveChallenge } from '../src/challenge.ts';
import { createCommissionClient } from '../src/commission-client.ts';
import { startFakeService } from './fake-service.ts';

const secret = createSecretKey(randomBytes(32));
const challenges = createChallenges(async () => secret);

describe('the proof of the client', () => {
  it('is one that the service counts', async () => {
    const service = await startFakeService([{ status: 200, body: await challenges.create() }]);
    const proof = await createCommissionClient(service).proof();
    await service.close();
    expect(service.received.map(({ path }) => path)).toEqual(['/api/v1/challenge']);
    expect(await challenges.verify(proof ?? '', new Date())).toMatchObject({ state: 'valid' });
  });

  it.each([
    ['the service gives none', { status: 429, body: { error: 'Too many challenges' } }],
    ['it cannot be solved', { status: 200, body: { parameters: { algorithm: 'later' }, signature: '' } }],
    ['the connection is cut', 'cut'],
  ] as const)('is null when %s', async (_name, plan) => {
    const service = await startFakeService([plan]);
    expect(await createCommissionClient(service).proof()).toBeNull();
    await service.close();
  });

  it('is asked for anew when the answer was lost, or a computer has slept until it was solved', async () => {
    const plans = [await challenges.create(), await challenges.create()].map((body) => ({ status: 200, body }));
    const service = await startFakeService(['cut', ...plans]);
    const clock = vi.spyOn(Date, 'now');
    let solved = 0;
    const proof = await createCommissionClient(service).proof({
      solve(challenge, signal) {
        solved += 1;
        if (solved === 1) clock.mockReturnValue(Date.now() + 20 * 60_000);
        return solveChallenge(challenge, signal);
      },
    });
    clock.mockRestore();
    await service.close();
    expect([service.received.length, solved]).toEqual([3, 2]);
    expect(JSON.parse(atob(proof ?? '')).challenge).toEqual(plans[1]?.body);
  });

  it('is null when its caller waits no longer', async () => {
    const service = await startFakeService([{ status: 200, body: await challenges.create() }]);
    const waiting = new AbortController();
    const proof = createCommissionClient(service).proof({
      signal: waiting.signal,
      solve: async (_challenge, signal) => {
        waiting.abort();
        signal.throwIfAborted();
        throw new Error('It was aborted');
      },
    });
    expect(await proof).toBeNull();
    await service.close();
  });
});

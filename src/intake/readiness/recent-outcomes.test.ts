import { beforeEach, describe, expect, it } from 'vitest';
import { type Part, PartFailedError } from '../../platform/failure/errors.ts';
import { createRecentOutcomes, type RecentOutcomes } from './recent-outcomes.ts';

const second = 1000;

let nowMs: number;
let outcomes: RecentOutcomes;

beforeEach(() => {
  nowMs = 0;
  outcomes = createRecentOutcomes(() => nowMs);
});

async function fail(times: number, part: Part = 'object store'): Promise<void> {
  for (let count = 0; count < times; count++) {
    const error = new PartFailedError(part, new Error('403 AccessDenied'));
    await expect(outcomes.observe(Promise.reject(error))).rejects.toBe(error);
  }
}

describe('the memory of recent submissions', () => {
  it('names the part on which five submissions in a row failed', async () => {
    await fail(4);
    expect(outcomes.failing()).toBeNull();
    await fail(1);
    expect(outcomes.failing()).toMatchObject({ part: 'object store' });
  });

  it('forgets failures at the first submission that is stored', async () => {
    await fail(5);
    await expect(outcomes.observe(Promise.resolve('stored'))).resolves.toBe('stored');
    expect(outcomes.failing()).toBeNull();
    await fail(4);
    expect(outcomes.failing()).toBeNull();
  });

  it('does not add up failures of two parts', async () => {
    await fail(4, 'database');
    await fail(4, 'object store');
    expect(outcomes.failing()).toBeNull();
  });

  it('does not count failures outside the parts', async () => {
    for (let count = 0; count < 5; count++) {
      await expect(outcomes.observe(Promise.reject(new Error('no room in the spool')))).rejects.toThrow('no room');
    }
    expect(outcomes.failing()).toBeNull();
  });

  it('allows another try 15 seconds after the last failure', async () => {
    await fail(5);
    nowMs += 15 * second;
    expect(outcomes.failing()).not.toBeNull();
    nowMs += 1;
    expect(outcomes.failing()).toBeNull();
    await fail(1);
    expect(outcomes.failing()).not.toBeNull();
  });

  it('does not count failures that lie more than a minute apart', async () => {
    await fail(4);
    nowMs += 61 * second;
    await fail(1);
    expect(outcomes.failing()).toBeNull();
  });
});

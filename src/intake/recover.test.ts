import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { AbandonedUpload, FailedUpload } from '../records/submission-records.ts';
import { createObjectKey } from '../submission/object-key.ts';
import { createRecovery, type Recovery, type RecoveryOptions } from './recover.ts';

const batchSize = 20;
const unresolved: FailedUpload = { requestId: 'only in memory', keys: [], isKeyed: false };

/** Where all that the database is asked of, and every deletion, is written down by name. */
function recoveryOf(faults: Partial<RecoveryOptions['records'] & RecoveryOptions['objects']>, batches: number[]) {
  const calls: string[] = [];
  const says = <T>(name: string, answer: T) => {
    calls.push(name);
    return answer;
  };
  const records: RecoveryOptions['records'] = {
    claimExpired: async () => says('claim', Array.from({ length: batches.shift() ?? 0 }, upload)),
    abandon: async ({ requestId }) => says(`abandon ${requestId}`, 'abandoned' as const),
    forget: async () => undefined,
    forgetKeys: async () => says('forget keys', 0),
    ...faults,
  };
  const objects = { delete: async () => undefined, ...faults };
  const log = pino({ level: 'silent' });
  const recovery = createRecovery({ records, objects, log, intervalMs: 60_000 });
  return { recovery, calls };
}

function upload(_: unknown, index: number): AbandonedUpload {
  return { requestId: `request ${index}`, keys: [createObjectKey('image/png')], tries: 1 };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('refused by the test'));
}

describe('createRecovery', () => {
  it('condemns between two batches what has come to be known meanwhile', async () => {
    let recovery: Recovery | null = null;
    const deletion = async () => recovery?.abandonLater(unresolved);
    const { calls, ...made } = recoveryOf({ delete: deletion }, [batchSize, 1]);
    recovery = made.recovery;
    await recovery.sweep();
    expect(calls).toEqual(['claim', 'abandon only in memory', 'claim', 'forget keys']);
    await recovery.close();
  });

  it('ends a round in which nothing of a batch could be cleaned up', async () => {
    const { recovery, calls } = recoveryOf({ delete: refuse }, [batchSize, batchSize]);
    await recovery.sweep();
    expect(calls).toEqual(['claim', 'forget keys']);
    await recovery.close();
  });

  it('goes on while anything of a batch can be cleaned up', async () => {
    let deletions = 0;
    const { recovery, calls } = recoveryOf({ delete: async () => void (++deletions % 7 ? await refuse() : null) }, [
      batchSize,
      batchSize,
    ]);
    await recovery.sweep();
    expect(calls).toEqual(['claim', 'claim', 'claim', 'forget keys']);
    await recovery.close();
  });

  it('condemns when it is closed what only this process knows of', async () => {
    const { recovery, calls } = recoveryOf({}, []);
    recovery.abandonLater(unresolved);
    await recovery.close();
    expect(calls).toEqual(['abandon only in memory']);
  });

  it('condemns the others where one cannot be condemned', async () => {
    const asked: string[] = [];
    const abandon = ({ requestId }: FailedUpload) => {
      asked.push(requestId);
      return requestId === 'locked' ? refuse() : Promise.resolve('abandoned' as const);
    };
    const { recovery } = recoveryOf({ abandon }, []);
    for (const requestId of ['locked', 'free']) recovery.abandonLater({ ...unresolved, requestId });
    await recovery.sweep();
    await recovery.close();
    expect(asked).toEqual(['locked', 'free', 'locked']);
  });

  it('closes also when the database does not answer', async () => {
    const { recovery } = recoveryOf({ abandon: refuse }, []);
    recovery.abandonLater(unresolved);
    await expect(recovery.close()).resolves.toBeUndefined();
  });

  it('looks for keys that are over in its first round, and not again in the next', async () => {
    const { recovery, calls } = recoveryOf({}, []);
    await recovery.sweep();
    await recovery.sweep();
    expect(calls).toEqual(['claim', 'forget keys', 'claim']);
    await recovery.close();
  });
});

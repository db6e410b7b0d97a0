import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createObjectKey } from '../../platform/objects/object-key.ts';
import type { FailedUpload, IntentJournal } from './intent-journal.ts';
import { createRollBack } from './roll-back.ts';

const reject = (): Promise<never> => Promise.reject(new Error('unreachable'));

function uploadOf(requestId: string, fileCount = 2): FailedUpload {
  const keys = Array.from({ length: fileCount }, () => createObjectKey('image/png'));
  return { requestId, keys, idempotencyKey: null };
}

/** Records the calls to both stores. */
function rollBackOf(condemn: IntentJournal['condemn'] = async () => 'condemned') {
  const condemned: string[] = [];
  const deleted: string[] = [];
  const rollBacks = createRollBack({
    journal: {
      condemn(upload) {
        condemned.push(upload.requestId);
        return condemn(upload);
      },
    },
    objects: { delete: async (key) => void deleted.push(key) },
    log: pino({ level: 'silent' }),
  });
  return { rollBacks, condemned, deleted };
}

describe('a roll back', () => {
  it.each(['upload', 'complete'] as const)('deletes every object after the condemnation (%s)', async (stage) => {
    const { rollBacks, condemned, deleted } = rollBackOf();
    const upload = uploadOf('one');
    await rollBacks.rollBack(upload, stage);
    expect([condemned, deleted]).toEqual([['one'], upload.keys]);
  });

  it('makes no request to the store before an upload has begun', async () => {
    const { rollBacks, condemned, deleted } = rollBackOf();
    await rollBacks.rollBack(uploadOf('one'), 'begin');
    expect([condemned, deleted]).toEqual([['one'], []]);
  });

  it.each([
    ['is kept', async () => 'kept' as const],
    ['may be whole, because the database does not respond,', reject],
  ])('keeps the objects of a request that %s', async (_case, condemn) => {
    const { rollBacks, deleted } = rollBackOf(condemn);
    await rollBacks.rollBack(uploadOf('one'), 'complete');
    expect(deleted).toEqual([]);
  });

  it('deletes the objects of an upload also when the database does not respond', async () => {
    const { rollBacks, deleted } = rollBackOf(reject);
    await rollBacks.rollBack(uploadOf('one'), 'upload');
    expect(deleted).toHaveLength(2);
  });

  it('tries every object when one cannot be deleted', async () => {
    const tried: string[] = [];
    const objects = {
      delete(key: string) {
        tried.push(key);
        return reject();
      },
    };
    const journal = { condemn: async () => 'condemned' as const };
    const rollBacks = createRollBack({ journal, objects, log: pino({ level: 'silent' }) });
    const upload = uploadOf('one', 3);
    await rollBacks.rollBack(upload, 'upload');
    expect(tried).toEqual(upload.keys);
  });
});

describe('uploads that the database did not condemn', () => {
  it('are condemned later, once each', async () => {
    let isAway = true;
    const { rollBacks, condemned } = rollBackOf((_upload) => (isAway ? reject() : Promise.resolve('condemned')));
    await rollBacks.rollBack(uploadOf('one'), 'begin');
    await rollBacks.rollBack(uploadOf('two'), 'begin');
    isAway = false;
    condemned.length = 0;
    await rollBacks.condemnWaiting();
    await rollBacks.condemnWaiting();
    expect(condemned).toEqual(['one', 'two']);
  });

  it('do not wait for one that cannot be condemned', async () => {
    let isAway = true;
    const { rollBacks, condemned } = rollBackOf(({ requestId }) =>
      isAway || requestId === 'locked' ? reject() : Promise.resolve('condemned'),
    );
    for (const requestId of ['locked', 'free']) await rollBacks.rollBack(uploadOf(requestId), 'begin');
    isAway = false;
    await expect(rollBacks.condemnWaiting()).rejects.toThrow('unreachable');
    condemned.length = 0;
    await expect(rollBacks.condemnWaiting()).rejects.toThrow('unreachable');
    expect(condemned).toEqual(['locked']);
  });

  it('are condemned in batches until one fails completely', async () => {
    const { rollBacks, condemned } = rollBackOf(reject);
    for (let index = 0; index < 50; index += 1) await rollBacks.rollBack(uploadOf(`request ${index}`), 'begin');
    condemned.length = 0;
    await expect(rollBacks.condemnWaiting()).rejects.toThrow('unreachable');
    expect(condemned).toHaveLength(20);
  });

  it('are condemned when the service stops, which does not fail without a database', async () => {
    const { rollBacks, condemned } = rollBackOf(reject);
    await rollBacks.rollBack(uploadOf('one'), 'begin');
    await expect(rollBacks.close()).resolves.toBeUndefined();
    expect(condemned).toEqual(['one', 'one']);
  });
});

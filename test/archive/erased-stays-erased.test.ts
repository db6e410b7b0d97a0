import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { filesystemStore, keysOf, s3Store, signal } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import {
  type BackupStage,
  objectsOf,
  openBackupStage,
  openBareRestoreStage,
  openRestoreStage,
  type RestoreStage,
} from './backup-stage.ts';

const byHand = { reason: 'request', actor: systemActor } as const;

describe.each([
  ['the filesystem', filesystemStore],
  ['S3', s3Store],
] as const)('a restore beside receipts in %s', (_name, openStore) => {
  let source: BackupStage;
  let target: RestoreStage;

  beforeEach(async () => {
    [source, target] = await Promise.all([openStore().then(openBackupStage), openRestoreStage(openStore)]);
  });

  afterEach(() => Promise.all([source.close(), target.close()]));

  it('leaves out whom another bucket says was erased, though no later back-up brought it', async () => {
    const gone = await source.submit('vera@example.org', 'a');
    const kept = await source.submit('otto@example.org', 'b');
    await source.backUp();
    await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], { ...byHand, reason: 'person' });
    const receipts = [target.opened.receipts, source.stores.receipts];
    expect(await target.restore(source.folder, { receipts })).toMatchObject({ requests: 1, erased: 1, objects: 1 });
    expect(Object.keys(await objectsOf(target.opened))).toEqual(keysOf(kept));
    const { erasures, sweepLater } = openErasure(target.pool, target.opened);
    expect(await erasures.find(gone.id)).toMatchObject({ reason: 'person', objectKeys: keysOf(gone) });
    await sweepLater();
    expect(await erasures.find(gone.id)).toMatchObject({ isComplete: true });
  });

  it('leaves out a person whom the bucket that was backed up lists as erased, without a name in the command', async () => {
    const gone = await source.submit('vera@example.org', 'a');
    await source.backUp();
    await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], { ...byHand, reason: 'person' });
    const openBackedUp = async (bucket: string) => {
      expect(bucket).toBe('/bucket/of/the/source');
      return source.stores.receipts;
    };
    const restored = await target.restore(source.folder, { openBackedUp });
    expect(restored).toMatchObject({ requests: 0, erased: 1, erasuresUnknown: false });
  });

  it('asks the bucket that the newest back-up names, whichever is restored', async () => {
    const gone = await source.submit('vera@example.org', 'a');
    const { generation } = await source.backUp({ bucket: '/moved/away' });
    await source.backUp();
    await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], byHand);
    const openBackedUp = async (bucket: string) =>
      bucket === '/moved/away' ? target.opened.receipts : source.stores.receipts;
    const restored = await target.restore(source.folder, { generation, openBackedUp });
    expect(restored).toMatchObject({ generation, erased: 1, erasuresUnknown: false });
  });

  it('says that it does not know the erasures of a bucket that is gone', async () => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    const openBackedUp = () => Promise.reject(new Error('There is no bucket'));
    expect(await target.restore(source.folder, { openBackedUp })).toMatchObject({ requests: 1, erasuresUnknown: true });
  });

  it('takes a bucket without receipts under the old address for a new one', async () => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    const openBackedUp = async () => target.opened.receipts;
    expect(await target.restore(source.folder, { openBackedUp })).toMatchObject({ requests: 1, erasuresUnknown: true });
  });

  it('does not believe a bucket without the receipts that the back-up knows', async () => {
    const gone = await source.submit('vera@example.org', 'a');
    await source.submit('otto@example.org', 'b');
    await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], byHand);
    await source.backUp();
    const receipt = { requestId: randomUUID(), erasedAt: new Date().toISOString(), objectKeys: [] };
    await target.opened.receipts.put(receipt.requestId, JSON.stringify(receipt), { signal });
    const openBackedUp = async () => target.opened.receipts;
    expect(await target.restore(source.folder, { receipts: [], openBackedUp })).toMatchObject({
      erasuresUnknown: true,
    });
  });

  it('leaves out whom its own bucket says was erased, also by a receipt without a reason', async () => {
    const { id } = await source.submit('vera@example.org', 'a');
    await source.backUp();
    const receipt = { requestId: id, erasedAt: new Date().toISOString(), objectKeys: [] };
    await target.opened.receipts.put(id, JSON.stringify(receipt), { signal });
    expect(await target.restore(source.folder)).toMatchObject({ requests: 0, erased: 1, objects: 0 });
  });

  it.each([
    'no JSON',
    '{}',
    '{"requestId":"00000000-0000-7000-8000-000000000000","erasedAt":"2026-01-01T00:00:00Z","objectKeys":[]}',
  ])('refuses a damaged receipt before it writes anything: %s', async (text) => {
    const { id } = await source.submit('vera@example.org', 'a');
    await source.backUp();
    const bare = await openBareRestoreStage(openStore);
    onTestFinished(() => bare.close());
    await bare.opened.receipts.put(id, text, { signal });
    await expect(bare.restore(source.folder)).rejects.toThrow(`the receipt erasures/${id}.json`);
    const { rows } = await bare.pool.query("select to_regclass('commission_requests') is null as is_untouched");
    expect(rows).toEqual([{ is_untouched: true }]);
  });
});

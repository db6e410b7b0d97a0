import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import type { BackupTarget } from '../../src/keeping/backup/targets/backup-target.ts';
import { createBucketTarget } from '../../src/keeping/backup/targets/bucket-target.ts';
import { receiptFolder } from '../../src/keeping/erasure/receipts.ts';
import { createS3Documents } from '../../src/platform/objects/s3/documents.ts';
import { createS3BucketFiles } from '../../src/platform/objects/s3/files.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { objectsOf, openBackupStage, openRestoreStage } from '../archive/backup-stage.ts';
import { type OpenedStore, signal } from '../reconcile/stores.ts';
import type { S3Engine } from '../support/engines.ts';
import { openErasure } from '../support/erasure.ts';
import { headersInS3 } from '../support/object-headers.ts';

async function openStore(engine: S3Engine): Promise<OpenedStore> {
  const options = { ...engine, bucket: await engine.createBucket(), forcePathStyle: true };
  const objects = createS3ObjectStore(options);
  const receipts = createS3Documents({ ...options, folder: receiptFolder });
  return {
    objects,
    headersOf: (key) => headersInS3(options, key),
    receipts,
    close: async () => void (await Promise.all([objects.close(), receipts.close()])),
  };
}

/** Describes backups of a service on a real store, in a bucket of that store. */
export function describeArchiveOnS3(name: string, engineOf: () => S3Engine): void {
  describe(`Back-ups on ${name}`, () => {
    it('are made, verified and restored, and leave out whom the bucket says was erased', async () => {
      const engine = engineOf();
      const scratch = await mkdtemp(join(tmpdir(), 'archive-'));
      const bucket = await engine.createBucket();
      let opened = 0;
      const openTarget = (): BackupTarget => {
        const files = createS3BucketFiles({ ...engine, bucket, forcePathStyle: true, prefix: 'copies/' });
        opened += 1;
        const folder = backupFolder(join(scratch, String(opened)));
        return createBucketTarget({ name: `s3://${bucket}/copies`, files, folder, signal });
      };
      const source = await openBackupStage(await openStore(engine), openTarget);
      const target = await openRestoreStage(() => openStore(engine));
      const reader = openTarget();
      try {
        await source.submit('vera@example.org', 'a', 'ä "x"', '');
        const gone = await source.submit('otto@example.org', 'b'.repeat(2_000_000));
        const release = await source.target.lock();
        expect(await source.backUp()).toMatchObject({ requests: 2, copied: 4, lost: [] });
        await release();
        expect(await source.backUp({ keep: 1 })).toMatchObject({ copied: 0, removed: [expect.any(String)] });
        expect(await source.verify(reader)).toEqual([]);
        await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], {
          reason: 'request',
          actor: systemActor,
        });
        const receipts = [target.opened.receipts, source.stores.receipts];
        expect(await target.restore(reader, { receipts })).toMatchObject({ requests: 1, erased: 1, objects: 3 });
        expect(await objectsOf(target.opened)).toEqual(await objectsOf(source.stores));
      } finally {
        await reader.close();
        await Promise.all([source.close(), target.close()]);
        await rm(scratch, { recursive: true, force: true });
      }
    }, 300_000);
  });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { describeArchiveOnS3 } from '../contract/archive-on-s3.ts';
import { describeDoctor } from '../contract/doctor-bucket.ts';
import { describeDoctorOnCeph } from '../contract/doctor-ceph.ts';
import { describeFilesForOperators } from '../contract/files-for-operators.ts';
import { describeObjectStore } from '../contract/object-store-contract.ts';
import { randomAttachment } from '../support/attachments.ts';
import { type CephEngine, startCeph } from '../support/engines.ts';
import { engineStore, engineUnderTest } from '../support/s3-engine-store.ts';
import { describeS3Store } from '../support/s3-store-contract.ts';

let ceph: CephEngine;

beforeAll(async () => {
  ceph = await startCeph();
});

afterAll(async () => {
  await ceph?.stop();
});

describeObjectStore('The S3 store over Ceph', () => engineStore(ceph));

describeS3Store('Ceph', () => engineUnderTest(ceph));

describe('The S3 store over Ceph', () => {
  it('stores and reads on after one of three disks died', async () => {
    const { signal } = new AbortController();
    const bucket = await ceph.createBucket();
    const store = createS3ObjectStore({ ...ceph, bucket, forcePathStyle: true });
    const body = randomAttachment(1_000_000);
    const before = createObjectKey('image/png');
    await store.put(before, body, { signal });
    await ceph.killOsd(1);
    try {
      for (let count = 0; count < 10; count++) await store.put(createObjectKey('image/png'), body, { signal });
      const object = await store.get(before, { signal });
      expect(object?.size).toBe(body.size);
      object?.content.destroy();
    } finally {
      await ceph.startOsd(1);
      await store.close();
    }
  });
});

describeFilesForOperators('Ceph', () => engineStore(ceph));

describeDoctor('Ceph', () => ceph);

describeDoctorOnCeph(() => ceph);

describeArchiveOnS3('Ceph', () => ceph);

import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { S3Engine } from '../support/engines.ts';
import { type ExaminedBucket, examineBucket } from '../support/examine-bucket.ts';

const minuteMs = 60_000;

/** Describes the doctor's findings about buckets of any real store. */
export function describeDoctor(name: string, engine: () => S3Engine): void {
  describe(`The doctor of a bucket of ${name}`, () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    async function newBucket(): Promise<ExaminedBucket> {
      const { endpoint, region, credentials } = engine();
      return { endpoint, region, credentials, bucket: await engine().createBucket() };
    }

    it('finds nothing wrong, and leaves nothing behind', async () => {
      const under = await newBucket();
      const { lines, troubles } = await examineBucket(under);
      expect(troubles).toEqual([]);
      expect(lines).toContain('ok bucket.write: An object was written');
      expect(lines).toContain('ok bucket.digest: The store rejects bytes that do not match their SHA-256');
      expect(await keysIn(under)).toEqual([]);
    });

    it('says that there is no such bucket, once', async () => {
      const { troubles, remedies } = await examineBucket({ ...(await newBucket()), bucket: 'no-such-bucket' });
      expect(troubles).toEqual([
        expect.stringContaining('wrong bucket.reach: The bucket `no-such-bucket` does not exist'),
      ]);
      expect(remedies).toEqual(['Create it, or set BUCKET_NAME to one that does']);
    });

    it('says that the secret is wrong, without a word of it', async () => {
      const under = await newBucket();
      const credentials = { ...under.credentials, secretAccessKey: 'not-the-secret' };
      const { troubles, remedies } = await examineBucket({ ...under, credentials });
      expect(troubles).toEqual([
        expect.stringContaining('wrong bucket.reach: The object store rejects the credentials'),
      ]);
      expect(remedies).toEqual(['Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']);
      expect(troubles.join()).not.toContain('not-the-secret');
    });

    it('says by how much the clock of this machine is wrong', async () => {
      const under = await newBucket();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * minuteMs });
      const { troubles, remedies } = await examineBucket(under);
      expect(troubles).toEqual([
        expect.stringMatching(
          /^wrong bucket\.clock: The clock of this machine is 1[78]\d\d seconds ahead of that of the store/,
        ),
        expect.stringContaining('wrong bucket.reach: The clock of this machine is wrong'),
      ]);
      expect(remedies).toContain('Synchronize the clock over the network');
      vi.setSystemTime(Date.now() - 35 * minuteMs);
      const { troubles: later } = await examineBucket(under, 'bucket.clock', 'bucket.write');
      expect(later).toEqual([expect.stringMatching(/^warning bucket\.clock: .* (?:29|30)\d seconds behind/)]);
    });
  });
}

/** Resolves with every key of the bucket. */
export async function keysIn({ endpoint, region, credentials, bucket }: ExaminedBucket): Promise<string[]> {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.map(({ Key }) => Key ?? '');
  } finally {
    client.destroy();
  }
}

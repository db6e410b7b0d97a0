import {
  CreateBucketCommand,
  ListObjectVersionsCommand,
  PutBucketAclCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CephEngine } from '../support/engines.ts';
import { type ExaminedBucket, examineBucket } from '../support/examine-bucket.ts';
import { keysIn } from './doctor-bucket.ts';

/** Describes the doctor's findings about faults that a bucket of Ceph can be made to have. */
export function describeDoctorOnCeph(engine: () => CephEngine): void {
  describe('The doctor of a broken bucket of Ceph', () => {
    let client: S3Client;

    beforeAll(() => {
      const { endpoint, region, credentials } = engine();
      client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    });

    afterAll(() => client.destroy());

    async function newBucket(): Promise<ExaminedBucket> {
      const { endpoint, region, credentials } = engine();
      return { endpoint, region, credentials, bucket: await engine().createBucket() };
    }

    /** Sets the actions that users other than the owner may perform. The owner may perform all actions. */
    async function allow({ bucket }: ExaminedBucket, who: string, ...actions: readonly string[]): Promise<void> {
      const Policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: who === '*' ? '*' : { AWS: [`arn:aws:iam:::user/${who}`] },
            Action: actions.map((action) => `s3:${action}`),
            Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          },
        ],
      });
      await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
    }

    it('names each right that the credentials lack', async () => {
      const owned = await newBucket();
      const under = { ...owned, credentials: await engine().addUser('stranger') };
      const { troubles: none, remedies } = await examineBucket(under, 'bucket.reach', 'bucket.write', 'bucket.read');
      expect(none).toEqual([
        expect.stringContaining(
          `wrong bucket.reach: The credentials may not list objects in the bucket ${owned.bucket}`,
        ),
        expect.stringContaining(
          `wrong bucket.write: The credentials may not write objects in the bucket ${owned.bucket}`,
        ),
      ]);
      expect(remedies[0]).toContain('commissions/ and doctor/');

      await allow(owned, 'stranger', 'ListBucket', 'PutObject');
      const { troubles } = await examineBucket(under, 'bucket.reach', 'bucket.write', 'bucket.read');
      const left = await keysIn(owned);
      expect(left).toHaveLength(2);
      expect(troubles).toHaveLength(2);
      for (const key of left) {
        expect(troubles.join('\n')).toContain(`The doctor's own object ${key} could not be removed`);
      }
    });

    it('says that there is no room left', async () => {
      const credentials = await engine().addUser('full', 0);
      const { endpoint, region } = engine();
      const owner = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
      await owner.send(new CreateBucketCommand({ Bucket: 'full-bucket' }));
      owner.destroy();
      const under = { endpoint, region, credentials, bucket: 'full-bucket' };
      const { troubles, remedies } = await examineBucket(under);
      expect(troubles).toEqual([expect.stringContaining('wrong bucket.write: The object store has no room left')]);
      expect(remedies).toEqual(['Make room there, or raise the quota']);
    });

    it('sees that anybody may read, by an access control list or a policy', async () => {
      const listed = await newBucket();
      await client.send(new PutBucketAclCommand({ Bucket: listed.bucket, ACL: 'public-read' }));
      expect((await examineBucket(listed, 'bucket.public')).troubles).toEqual([
        'wrong bucket.public: Anybody can list the bucket',
        'wrong bucket.public: The access control list of the bucket gives everybody READ',
        'wrong bucket.public: The store reports the bucket as public',
      ]);
      const read = await newBucket();
      await engine().putForeign(read.bucket, 'commissions/019aab3c-0000-4000-8000-000000000000.png');
      await allow(read, '*', 'GetObject');
      expect((await examineBucket(read, 'bucket.public')).troubles).toEqual([
        "wrong bucket.public: Anybody can read customers' pictures: one came without credentials",
        "wrong bucket.public: Anybody can read the objects of the bucket: the doctor's own came without credentials",
        'wrong bucket.public: The store reports the bucket as public',
      ]);
    });

    it('sees versions and lifecycle rules that contradict erasure, and leaves no version behind', async () => {
      const under = await newBucket();
      const Bucket = under.bucket;
      await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
      expect((await examineBucket(under)).troubles).toEqual([
        'wrong bucket.versioning: The bucket keeps old versions for ever: erasing a request does not erase its pictures',
      ]);
      const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
      expect([...Versions, ...DeleteMarkers]).toEqual([]);

      const rule = { ID: 'tidy', Status: 'Enabled', Filter: { Prefix: 'commissions/' } } as const;
      const Rules = [{ ...rule, Expiration: { Days: 90 }, NoncurrentVersionExpiration: { NoncurrentDays: 7 } }];
      const LifecycleConfiguration = { Rules };
      await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
      const { lines } = await examineBucket(under, 'bucket.versioning', 'bucket.lifecycle');
      expect(lines).toEqual([
        'ok bucket.versioning: Erased pictures stay as old versions for 7 days',
        'wrong bucket.lifecycle: The lifecycle rule "tidy" removes pictures by their age, while their requests stay',
      ]);
    });
  });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeArchiveOnS3 } from '../contract/archive-on-s3.ts';
import { describeDoctor } from '../contract/doctor-bucket.ts';
import { describeFilesForOperators } from '../contract/files-for-operators.ts';
import { describeObjectStore } from '../contract/object-store-contract.ts';
import { type S3Engine, startSwift } from '../support/engines.ts';
import { examineBucket } from '../support/examine-bucket.ts';
import { engineStore, engineUnderTest } from '../support/s3-engine-store.ts';
import { describeS3Store } from '../support/s3-store-contract.ts';

let swift: S3Engine;

beforeAll(async () => {
  swift = await startSwift();
});

afterAll(async () => {
  await swift?.stop();
});

describeObjectStore('The S3 store over Swift', () => engineStore(swift));

describeS3Store('Swift', () => engineUnderTest(swift));

describeFilesForOperators('Swift', () => engineStore(swift));

describeDoctor('Swift', () => swift);

describe('The doctor of a broken bucket of Swift', () => {
  const under = async () => ({ ...swift, bucket: await swift.createBucket() });

  it('says that the region is wrong', async () => {
    const { troubles, remedies } = await examineBucket({ ...(await under()), region: 'eu-central-1' });
    expect(troubles).toEqual([expect.stringContaining('wrong bucket.reach: The bucket is in another region')]);
    expect(remedies).toEqual(['Set AWS_REGION to that of the bucket']);
  });

  it('says that the credentials have no right to the bucket', async () => {
    const credentials = { accessKeyId: 'test:stranger', secretAccessKey: 'testing' };
    const { troubles } = await examineBucket({ ...(await under()), credentials });
    expect(troubles).toContainEqual(
      expect.stringContaining('wrong bucket.write: The credentials may not write objects'),
    );
  });
});

describeArchiveOnS3('Swift', () => swift);

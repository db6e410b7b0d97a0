import type { Config } from '../../configuration/config.ts';
import { createBucketChecks, noBucketCheck } from '../../doctor/bucket/create-bucket-checks.ts';
import { createFolderChecks } from '../../doctor/bucket/create-folder-checks.ts';
import type { Check } from '../../doctor/check.ts';
import type { Releases } from '../releases.ts';
import { bucketPath, openNamedBucket, s3Options } from '../stores/stores.ts';

/** Returns the checks of the object store. */
export function bucketChecks(config: Config, releases: Releases): readonly Check[] {
  const { bucketName: bucket, objectStore } = config;
  if (bucket === null) return [noBucketCheck];
  if (objectStore.kind === 'filesystem') return createFolderChecks(bucketPath(config, bucket));
  const { checks, settled } = createBucketChecks({
    bucket,
    endpoint: objectStore.endpoint,
    probe: once(async () => {
      const { createS3BucketProbe } = await import('../../objects/s3/probe.ts');
      return releases.add(createS3BucketProbe(s3Options(objectStore, bucket)), async (probe) => {
        await settled();
        await probe.close();
      });
    }),
    objects: once(async () => releases.add(await openNamedBucket(config), (store) => store.close())),
  });
  return checks;
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

import type { Check } from '../check.ts';
import { skipped, wrong } from '../finding.ts';
import { createAccessChecks } from './access-checks.ts';
import type { BucketParts } from './bucket-parts.ts';
import { createClockCheck, createReachCheck, createTransportCheck } from './connection-checks.ts';
import { createDoctorObjects } from './doctor-objects.ts';
import { createLeftOversCheck } from './left-overs-check.ts';
import { createPublicCheck } from './public-check.ts';
import { createSettingsChecks } from './settings-checks.ts';
import { isRefused } from './store-failure.ts';

interface BucketChecks {
  readonly checks: readonly Check[];
  /** Resolves when no object of the doctor's is being removed any more. The parts may be closed then. */
  settled(): Promise<void>;
}

/** Whether a bucket of S3 suits the service. */
export function createBucketChecks(parts: BucketParts): BucketChecks {
  const objects = createDoctorObjects(parts);
  let reached: Promise<void> | null = null;

  function reach(signal: AbortSignal): Promise<void> {
    reached ??= parts.objects().then((store) => store.ping({ signal }));
    return reached;
  }

  /** A bucket that cannot be used is one finding, not fifteen. */
  function onceReached(check: Check): Check {
    return {
      ...check,
      async run(signal) {
        const isReached = await reach(signal).then(
          () => true,
          // Whoever may not list may still write.
          (error: unknown) => isRefused(error),
        );
        return isReached ? check.run(signal) : [skipped('The bucket cannot be used: bucket.reach says why')];
      },
    };
  }

  return {
    checks: [
      createTransportCheck(parts),
      createClockCheck(parts),
      createReachCheck(parts, reach),
      ...[
        ...createAccessChecks(parts, objects),
        ...createSettingsChecks(parts),
        createPublicCheck(parts, objects),
        createLeftOversCheck(parts),
      ].map(onceReached),
    ],
    settled: objects.settled,
  };
}

/** In place of every other check of the bucket. */
export const noBucketCheck: Check = {
  name: 'bucket.name',
  // The readiness of the service says it.
  quick: false,
  async run() {
    return [
      wrong('BUCKET_NAME is not set: every submission fails', {
        remedy: 'Set BUCKET_NAME for the service and its commands, in .env for instance, and start the service again',
      }),
    ];
  },
};

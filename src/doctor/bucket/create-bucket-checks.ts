import { type Check, skipped, wrong } from '../check.ts';
import { createAccessChecks } from './access-checks.ts';
import type { BucketParts } from './bucket-parts.ts';
import { createClockCheck, createReachCheck, createTransportCheck } from './connection-checks.ts';
import { createDoctorObjects } from './doctor-objects.ts';
import { createPublicCheck } from './public-check.ts';
import { createSettingsChecks } from './settings-checks.ts';
import { isRefused } from './store-failure.ts';

interface BucketChecks {
  readonly checks: readonly Check[];
  /** Resolves when all removals of the doctor's objects have ended. Then the parts can be closed. */
  settled(): Promise<void>;
}

/** Creates the checks of an S3 bucket. */
export function createBucketChecks(parts: BucketParts): BucketChecks {
  const objects = createDoctorObjects(parts);
  let reached: Promise<void> | null = null;

  function reach(signal: AbortSignal): Promise<void> {
    reached ??= parts.objects().then((store) => store.ping({ signal }));
    return reached;
  }

  /** Skips the check when the bucket cannot be used, so that one fault is one finding, not fourteen. */
  function onceReached(check: Check): Check {
    return {
      ...check,
      async run(signal) {
        const isReached = await reach(signal).then(
          () => true,
          // Credentials that may not list may still write.
          (error: unknown) => isRefused(error),
        );
        return isReached ? check.run(signal) : [skipped('The bucket cannot be used: see bucket.reach')];
      },
    };
  }

  return {
    checks: [
      createTransportCheck(parts),
      createClockCheck(parts),
      createReachCheck(parts, reach),
      ...[...createAccessChecks(parts, objects), ...createSettingsChecks(parts), createPublicCheck(parts, objects)].map(
        onceReached,
      ),
    ],
    settled: objects.settled,
  };
}

/** Replaces every other check of the bucket when `BUCKET_NAME` is not set. */
export const noBucketCheck: Check = {
  name: 'bucket.name',
  // The readiness of the service reports it.
  quick: false,
  async run() {
    return [
      wrong('BUCKET_NAME is not set: every submission fails', {
        remedy: 'Set BUCKET_NAME for the service and its commands, in .env for instance, and start the service again',
      }),
    ];
  },
};

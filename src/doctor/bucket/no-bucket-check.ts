import type { Check } from '../check.ts';
import { wrong } from '../finding.ts';

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

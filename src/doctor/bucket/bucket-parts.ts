import type { BucketProbe } from '../../platform/objects/bucket-probe.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';

/** An S3 bucket, as the service uses it. */
export interface BucketParts {
  readonly bucket: string;
  /** The URL of a store that is not AWS, or null for AWS. */
  readonly endpoint: string | null;
  /** Opens the probe when a check first needs it. */
  probe(): Promise<BucketProbe>;
  /** Opens the store when a check first needs it. */
  objects(): Promise<Pick<ObjectStore, 'ping' | 'list'>>;
}

/** The prefix of the keys of attachments and of receipts. */
export const servicePrefix = 'commissions/';

import type { BucketProbe } from '../../objects/bucket-probe.ts';
import type { ObjectStore } from '../../objects/object-store.ts';

/** A bucket of S3, as the service uses it. */
export interface BucketParts {
  readonly bucket: string;
  /** The URL of a store that is not AWS; null for AWS itself. */
  readonly endpoint: string | null;
  /** Opened when a check first needs it. */
  probe(): Promise<BucketProbe>;
  /** Likewise. */
  objects(): Promise<Pick<ObjectStore, 'ping' | 'list'>>;
}

/** What the keys of attachments and of receipts begin with. */
export const servicePrefix = 'commissions/';

import type { ByteRange, CallOptions, ObjectFacts } from './object-store.ts';

/**
 * What tells whether a bucket of S3 suits the service: objects below a prefix of their own, which no attachment has, and
 * how the bucket is set up. Calls reject as those of the object store do, and have its time limits.
 */
export interface BucketProbe {
  /** Where the requests go: `https://s3.eu-central-1.amazonaws.com`. */
  readonly origin: string;
  /** Resolves with the id of the version that was made, where the bucket keeps versions. */
  put(key: string, content: ProbeContent, options: CallOptions): Promise<string | null>;
  get(key: string, options: CallOptions & { readonly range?: ByteRange }): Promise<Buffer>;
  /** Null when there is no object. */
  head(key: string, options: CallOptions): Promise<ObjectFacts | null>;
  /** Every key that begins with the prefix. */
  list(prefix: string, options: CallOptions): Promise<readonly ProbeEntry[]>;
  /** Of one version, where it is named. Resolves with the id of the mark that a bucket with versions puts in its place. */
  remove(key: string, options: CallOptions & { readonly versionId?: string }): Promise<string | null>;

  versioning(options: CallOptions): Promise<'off' | 'on' | 'suspended'>;
  /** Those that are enabled and need no tag. */
  lifecycleRules(options: CallOptions): Promise<readonly LifecycleRule[]>;
  /** For how long nobody can remove a new object; null when everybody may who has the right. */
  defaultRetention(options: CallOptions): Promise<string | null>;
  /** Permissions that the access control list gives to everybody, or to everybody with an account. */
  publicPermissions(options: CallOptions): Promise<readonly string[]>;
  hasPublicPolicy(options: CallOptions): Promise<boolean>;

  /** A request that nobody signs; without a key a listing of the prefix. */
  askAnonymously(
    what: { readonly key: string } | { readonly prefix: string },
    options: CallOptions,
  ): Promise<Anonymous>;
  close(): Promise<void>;
}

export interface ProbeContent {
  readonly bytes: Buffer;
  /** Hexadecimal, of the bytes; another one stands for bytes that were damaged on the way. */
  readonly sha256: string;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** Rejects with status 412 where there is an object of this key. */
  readonly onlyWhereNone?: true;
}

export interface ProbeEntry {
  readonly key: string;
  readonly modifiedAt: Date;
}

export interface LifecycleRule {
  /** As somebody named it. */
  readonly id: string;
  /** Of the keys that it is for; empty: all. */
  readonly prefix: string;
  /** Removes objects by their age. */
  readonly expires: boolean;
  /** Removes versions that others have replaced after so many days; null: keeps them. */
  readonly noncurrentDays: number | null;
  /** Storage classes that objects are moved to. */
  readonly movesTo: readonly string[];
}

export interface Anonymous {
  /** HTTP status. */
  readonly status: number;
  /** By the store's clock, to the second; null when the response does not tell. */
  readonly at: Date | null;
}

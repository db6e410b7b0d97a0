import type { ByteRange, CallOptions, ObjectFacts } from './object-store.ts';

/**
 * Calls that check whether an S3 bucket suits the service: objects below a prefix that no attachment has, and the
 * bucket's settings. Calls reject as those of the object store do, and have the same time limits.
 */
export interface BucketProbe {
  /** The origin of the requests: `https://s3.eu-central-1.amazonaws.com`. */
  readonly origin: string;
  /** Resolves with the id of the new version, or null when the bucket keeps no versions. */
  put(key: string, content: ProbeContent, options: CallOptions): Promise<string | null>;
  get(key: string, options: CallOptions & { readonly range?: ByteRange }): Promise<Buffer>;
  /** Resolves with null when there is no object. */
  head(key: string, options: CallOptions): Promise<ObjectHeaders | null>;
  /** Resolves with every key that begins with the prefix. */
  list(prefix: string, options: CallOptions): Promise<readonly string[]>;
  /** Removes the object, or one version. Resolves with the id of the delete marker that a versioned bucket adds. */
  remove(key: string, options: CallOptions & { readonly versionId?: string }): Promise<string | null>;

  versioning(options: CallOptions): Promise<'off' | 'on' | 'suspended'>;
  /** Resolves with the rules that are enabled and require no tag. */
  lifecycleRules(options: CallOptions): Promise<readonly LifecycleRule[]>;
  /** Resolves with the time for which a new object cannot be removed, or null without such a retention. */
  defaultRetention(options: CallOptions): Promise<string | null>;
  /** Resolves with the permissions that the access control list grants to the public or to all account holders. */
  publicPermissions(options: CallOptions): Promise<readonly string[]>;
  hasPublicPolicy(options: CallOptions): Promise<boolean>;

  /** Sends an unsigned request for the object, or for a listing of the prefix. */
  askAnonymously(
    what: { readonly key: string } | { readonly prefix: string },
    options: CallOptions,
  ): Promise<Anonymous>;
  close(): Promise<void>;
}

/** The facts of an object in the headers of a response. */
export interface ObjectHeaders extends ObjectFacts {
  readonly contentType: string;
  readonly contentDisposition: string;
}

export interface ProbeContent {
  readonly bytes: Buffer;
  /** SHA-256 in hex. A value other than the digest of `bytes` simulates damage during the transfer. */
  readonly sha256: string;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** Makes `put` reject with status 412 when the key is taken. */
  readonly onlyWhereNone?: true;
}

export interface LifecycleRule {
  readonly id: string;
  /** The rule's prefix of keys. Empty: all keys. */
  readonly prefix: string;
  /** True when the rule removes objects by age. */
  readonly expires: boolean;
  /** The rule removes replaced versions after so many days. Null: it keeps them. */
  readonly noncurrentDays: number | null;
  /** Storage classes that the rule moves objects to. */
  readonly movesTo: readonly string[];
}

export interface Anonymous {
  readonly status: number;
  /** Time of the response by the store's clock, to the second, or null when the response has no date. */
  readonly at: Date | null;
}

import type { ObjectKey } from '../../platform/objects/object-key.ts';

/** The object keys that the database names. Every call rejects when the database fails. */
export interface FileInventory {
  /**
   * Yields every file record, those of the studio's pictures too, in ascending byte order of the keys. The listing is not one snapshot: a record that is
   * stored or deleted meanwhile may or may not be included. Skips records whose key does not have the form of
   * `ObjectKey`, as the object store does with objects.
   */
  list(options: { readonly signal: AbortSignal }): AsyncIterable<FileEntry>;
  /** Whether a file record has this key now. */
  hasRecord(key: ObjectKey): Promise<boolean>;
  /** Whether, in one snapshot, a file record has this key or a running or abandoned upload may still store under it. */
  isNamed(key: ObjectKey): Promise<boolean>;
  /** Whether this request was erased from this database. */
  hasErased(requestId: string): Promise<boolean>;
}

export interface FileEntry {
  readonly key: ObjectKey;
  /** Null for a picture of the studio. */
  readonly requestId: string | null;
  readonly uploadDate: Date;
}

import type { ObjectKey } from '../submission/object-key.ts';

/** Which objects the database names. Every call rejects when the database fails. */
export interface FileInventory {
  /**
   * Every file record, in ascending order of the keys' bytes. Not one snapshot: what is stored or removed meanwhile may
   * or may not be among them. Records whose key has not the form of `ObjectKey` are passed over, as the object store
   * does with objects.
   */
  list(options: { readonly signal: AbortSignal }): AsyncIterable<FileEntry>;
  /** Whether a file record has this key now. */
  hasRecord(key: ObjectKey): Promise<boolean>;
  /** Whether at one moment a file record has this key or an upload, under way or given up, may still store under it. */
  isNamed(key: ObjectKey): Promise<boolean>;
  /** Whether this request was erased from this database. */
  hasErased(requestId: string): Promise<boolean>;
}

export interface FileEntry {
  readonly key: ObjectKey;
  readonly requestId: string;
  readonly uploadDate: Date;
}

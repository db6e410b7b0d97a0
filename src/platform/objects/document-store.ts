import type { CallOptions } from './object-store.ts';

/** Small JSON texts in the bucket, next to the attachments, whose listing omits them. Their names are UUIDs. */
export interface DocumentStore {
  /** Stores the text, durably when the promise resolves. Replaces a document of the same name. */
  put(name: string, text: string, options: CallOptions): Promise<void>;
  /** Resolves with the text, or null when there is no document of this name. */
  get(name: string, options: CallOptions): Promise<string | null>;
  /** Lists the names of all documents. May miss documents that are being written. */
  list(options: CallOptions): AsyncIterable<string>;
  /** As `ObjectStore.close`. */
  close(): Promise<void>;
}

/** Returns the document's name for a file `<name>.json`, or null when the file is no document. */
export function documentNameOf(fileName: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/.exec(fileName)?.[1] ?? null;
}

import type { CallOptions } from './object-store.ts';

/** Small JSON texts in the bucket, beside the attachments: a listing of those passes them over. Their names are UUIDs. */
export interface DocumentStore {
  /** Stores the text, durable when the promise resolves; one of the same name is replaced. */
  put(name: string, text: string, options: CallOptions): Promise<void>;
  /** The text; null where there is none of this name. */
  get(name: string, options: CallOptions): Promise<string | null>;
  /** The names of all. A listing may miss what is being written. */
  list(options: CallOptions): AsyncIterable<string>;
  /** Calls under way fail. */
  close(): Promise<void>;
}

/** The name of the document in a file `<name>.json`; null when the file is none of ours. */
export function documentNameOf(fileName: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/.exec(fileName)?.[1] ?? null;
}

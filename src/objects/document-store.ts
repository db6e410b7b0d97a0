import type { CallOptions } from './object-store.ts';

/** Small JSON texts in the bucket, beside the attachments: a listing of those passes them over. */
export interface DocumentStore {
  /** Stores the text, durable when the promise resolves; one of the same name is replaced. @param name A UUID. */
  put(name: string, text: string, options: CallOptions): Promise<void>;
  /** The text; null where there is none of this name. */
  get(name: string, options: CallOptions): Promise<string | null>;
  /** The names of all. A listing may miss what is being written. */
  list(options: CallOptions): AsyncIterable<string>;
  /** Calls under way fail. */
  close(): Promise<void>;
}

const uuidName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `name` as the name of a file. @throws {Error} when it is no UUID. */
export function documentFileName(name: string): string {
  if (!uuidName.test(name)) throw new Error('The name of a document is a UUID');
  return `${name}.json`;
}

/** The name of the document in a file of this name; null when the file is none of ours. */
export function documentNameOf(fileName: string): string | null {
  const name = fileName.replace(/\.json$/, '');
  return uuidName.test(name) && fileName === `${name}.json` ? name : null;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWholeFileWriter, nullIfMissing } from '../../disk/durable-files.ts';
import { type DocumentStore, documentNameOf } from '../document-store.ts';

interface FilesystemDocumentsOptions {
  /** Holds one folder per bucket. Created when missing. */
  readonly directory: string;
  readonly bucket: string;
  /** The documents' folder in the bucket. */
  readonly folder: string;
}

/** Creates a store of documents as files in a folder next to those of objects. Calls reject with the system's error. */
export function createFilesystemDocuments(options: FilesystemDocumentsOptions): DocumentStore {
  const folder = join(options.directory, options.bucket, options.folder);
  const writeWhole = createWholeFileWriter(join(options.directory, options.bucket, 'incoming'));

  return {
    async put(name, text, { signal }) {
      signal.throwIfAborted();
      await writeWhole(join(folder, `${name}.json`), (file) => file.writeFile(text), signal);
    },

    async get(name, { signal }) {
      signal.throwIfAborted();
      return readFile(join(folder, `${name}.json`), 'utf8').catch(nullIfMissing);
    },

    async *list({ signal }) {
      signal.throwIfAborted();
      const names = await readdir(folder).catch(nullIfMissing);
      for (const name of names ?? []) {
        signal.throwIfAborted();
        const document = documentNameOf(name);
        if (document !== null) yield document;
      }
    },

    async close() {},
  };
}

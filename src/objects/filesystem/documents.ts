import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCallScope } from '../call-scope.ts';
import { type DocumentStore, documentNameOf } from '../document-store.ts';
import { createDirectoryMaker, nullIfMissing, renameDurably, writeDurableFile } from '../durable-files.ts';

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
  const incoming = join(options.directory, options.bucket, 'incoming');
  const directories = createDirectoryMaker();
  const calls = createCallScope();

  async function put(fileName: string, text: string): Promise<void> {
    const written = join(incoming, randomUUID());
    try {
      await directories.make(incoming);
      await directories.make(folder);
      await writeDurableFile(written, (file) => file.writeFile(text));
      await renameDurably(written, join(folder, fileName));
    } catch (error) {
      directories.forget();
      await rm(written, { force: true }).catch(() => {});
      throw error;
    }
  }

  return {
    put: (name, text, { signal }) => calls.run({ signal }, () => put(`${name}.json`, text)),

    get: (name, { signal }) =>
      calls.run({ signal }, () => readFile(join(folder, `${name}.json`), 'utf8').catch(nullIfMissing)),

    async *list({ signal }) {
      const names = await calls.run({ signal }, () => readdir(folder).catch(nullIfMissing));
      for (const name of names ?? []) {
        signal.throwIfAborted();
        const document = documentNameOf(name);
        if (document !== null) yield document;
      }
    },

    close: calls.close,
  };
}

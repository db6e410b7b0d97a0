import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCallScope } from './call-scope.ts';
import { type DocumentStore, documentFileName, documentNameOf } from './document-store.ts';
import { createDirectoryMaker, renameDurably, writeDurableFile } from './durable-files.ts';

interface FilesystemDocumentsOptions {
  /** Holds one folder a bucket; created where missing. */
  readonly directory: string;
  readonly bucket: string;
  /** The documents' own folder in the bucket. */
  readonly folder: string;
}

/** Documents as files in a folder beside those of the objects. Calls reject with the system's error. */
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
    put: (name, text, { signal }) => calls.run({ signal }, () => put(documentFileName(name), text)),

    get: (name, { signal }) => calls.run({ signal }, () => textOf(join(folder, documentFileName(name)))),

    async *list({ signal }) {
      const names = await calls.run({ signal }, () => namesIn(folder));
      for (const name of names) {
        signal.throwIfAborted();
        const document = documentNameOf(name);
        if (document !== null) yield document;
      }
    },

    close: calls.close,
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

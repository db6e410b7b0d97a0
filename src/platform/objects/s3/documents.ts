import { text as textOf } from 'node:stream/consumers';
import { contentOfText } from '../bucket-files.ts';
import { type DocumentStore, documentNameOf } from '../document-store.ts';
import type { S3ClientOptions } from './client.ts';
import { createS3BucketFiles } from './files.ts';

interface S3DocumentsOptions extends S3ClientOptions {
  /** The documents' folder below `commissions/`, where the service has its permissions. */
  readonly folder: string;
}

/** Creates a store of documents as objects below their own prefix. Rejects as the object store does. */
export function createS3Documents({ folder, ...options }: S3DocumentsOptions): DocumentStore {
  const files = createS3BucketFiles({ ...options, prefix: `commissions/${folder}/` });
  return {
    put: (name, text, options) => files.put(`${name}.json`, contentOfText(text), options),

    async get(name, options) {
      const content = await files.get(`${name}.json`, options);
      return content && textOf(content);
    },

    async *list(options) {
      for await (const [path] of files.list('', options)) {
        const name = documentNameOf(path);
        if (name !== null) yield name;
      }
    },

    close: files.close,
  };
}

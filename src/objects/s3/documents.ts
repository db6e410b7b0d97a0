import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { type DocumentStore, documentFileName, documentNameOf } from '../document-store.ts';
import type { S3ClientOptions } from './client.ts';
import { createS3BucketFiles } from './files.ts';

interface S3DocumentsOptions extends S3ClientOptions {
  /** The documents' own folder below `commissions/`, where the service has its rights. */
  readonly folder: string;
}

/** Documents as objects below a prefix of their own. Rejects as the object store does. */
export function createS3Documents({ folder, ...options }: S3DocumentsOptions): DocumentStore {
  const files = createS3BucketFiles({
    ...options,
    prefix: `commissions/${folder}/`,
    contentType: 'application/json',
  });
  return {
    async put(name, text, options) {
      const bytes = Buffer.from(text);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const content = { size: bytes.length, sha256, open: () => onceOf(bytes) };
      await files.put(documentFileName(name), content, options);
    },

    async get(name, options) {
      const content = await files.get(documentFileName(name), options);
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

async function* onceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

import { createHash } from 'node:crypto';
import { type DocumentStore, documentNameOf } from '../document-store.ts';
import { openS3Bucket } from './bucket.ts';
import type { S3ClientOptions } from './client.ts';
import { nullIfMissing } from './response.ts';

interface S3DocumentsOptions extends S3ClientOptions {
  /** The documents' folder below `commissions/`, where the service has its permissions. */
  readonly folder: string;
}

/** Creates a store of documents as objects below their own prefix. Rejects as the object store does. */
export function createS3Documents({ folder, ...options }: S3DocumentsOptions): DocumentStore {
  const prefix = `commissions/${folder}/`;
  const bucket = openS3Bucket({ ...options, prefix });
  return {
    async put(name, text, options) {
      const bytes = Buffer.from(text);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const body = { size: bytes.length, sha256, open: () => [bytes] };
      await bucket.put(`${prefix}${name}.json`, body, { 'content-type': 'application/json' }, options);
    },

    async get(name, options) {
      const reply = await nullIfMissing(bucket.send({ method: 'GET', key: `${prefix}${name}.json` }, options));
      return reply?.text ?? null;
    },

    async *list(options) {
      for await (const { key } of bucket.list(prefix, options)) {
        const name = documentNameOf(key.slice(prefix.length));
        if (name !== null) yield name;
      }
    },

    close: bucket.close,
  };
}

import type { BucketFiles } from '../bucket-files.ts';
import { openS3Bucket, type S3BucketOptions } from './bucket.ts';
import { nullIfMissing, S3Error } from './response.ts';

const headers = { 'content-type': 'application/octet-stream' };

/**
 * Creates a store of files as objects of a bucket. Rejects as the object store does.
 * @param options The prefix is empty, or ends with `/`.
 */
export function createS3BucketFiles(options: S3BucketOptions): BucketFiles {
  const { prefix } = options;
  const bucket = openS3Bucket(options);

  return {
    async put(path, content, options) {
      await bucket.put(prefix + path, content, headers, options);
    },

    async putNew(path, content, options) {
      try {
        await bucket.put(prefix + path, content, { ...headers, 'if-none-match': '*' }, options);
        return true;
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        if (error.status === 412 || error.status === 409) return false;
        if (error.status !== 501 && error.code !== 'NotImplemented') throw error;
        await bucket.put(prefix + path, content, headers, options);
        return true;
      }
    },

    async get(path, options) {
      const opened = await nullIfMissing(bucket.open({ method: 'GET', key: prefix + path }, options));
      return opened?.body ?? null;
    },

    size: async (path, options) => (await bucket.head(prefix + path, options))?.size ?? null,

    async *list(begin, options) {
      for await (const { key, size } of bucket.list(prefix + begin, options)) {
        yield [key.slice(prefix.length), size] as const;
      }
    },

    delete: (path, options) => bucket.remove(prefix + path, options),
    close: bucket.close,
  };
}

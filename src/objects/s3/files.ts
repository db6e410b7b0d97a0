import type { BucketFiles, FileContent } from '../bucket-files.ts';
import type { CallOptions } from '../object-store.ts';
import { openS3Bucket } from './bucket.ts';
import type { S3ClientOptions } from './client.ts';
import { elementText, nullIfMissing, S3Error } from './response.ts';

interface S3BucketFilesOptions extends S3ClientOptions {
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  /** `application/octet-stream` when left out. */
  readonly contentType?: string;
}

const callTimeoutMs = 30_000;

/** Files as objects of a bucket. Rejects as the object store does. */
export function createS3BucketFiles(options: S3BucketFilesOptions): BucketFiles {
  const { prefix, contentType = 'application/octet-stream' } = options;
  const bucket = openS3Bucket({ ...options, callTimeoutMs });

  async function put(path: string, content: FileContent, condition: object, { signal }: CallOptions): Promise<void> {
    const { size, sha256, open } = content;
    const headers = { 'content-length': String(size), 'content-type': contentType, ...condition };
    const request = { method: 'PUT', key: prefix + path, headers, body: { sha256, open } } as const;
    await bucket.send(request, { signal, isUnlimited: true });
  }

  return {
    put: (path, content, options) => put(path, content, {}, options),

    async putNew(path, content, options) {
      try {
        await put(path, content, { 'if-none-match': '*' }, options);
        return true;
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        if (error.status === 412 || error.status === 409) return false;
        if (error.status !== 501 && error.code !== 'NotImplemented') throw error;
        await put(path, content, {}, options);
        return true;
      }
    },

    async get(path, options) {
      const opened = await nullIfMissing(bucket.open({ method: 'GET', key: prefix + path }, options));
      return opened?.content ?? null;
    },

    async size(path, options) {
      const headers = await bucket.head(prefix + path, options);
      return headers && Number(headers['content-length'] ?? 0);
    },

    async *list(begin, options) {
      for await (const contents of bucket.list(prefix + begin, options)) {
        yield [elementText(contents, 'Key').slice(prefix.length), Number(elementText(contents, 'Size'))] as const;
      }
    },

    delete: (path, options) => bucket.remove(prefix + path, options),
    close: bucket.close,
  };
}

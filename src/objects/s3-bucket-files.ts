import type { BucketFiles, FileContent } from './bucket-files.ts';
import { createCallScope } from './call-scope.ts';
import { createS3Client, type S3ClientOptions } from './s3-client.ts';
import { type ListPosition, listPage, readListing } from './s3-listing.ts';
import { elementText, isMissingObject, readSuccess, S3Error } from './s3-response.ts';

export interface S3BucketFilesOptions extends S3ClientOptions {
  /** Empty, or ends with `/`. */
  readonly prefix: string;
}

const callTimeoutMs = 30_000;

/** Files as objects of a bucket. Rejects as the object store does. */
export function createS3BucketFiles({ prefix, ...options }: S3BucketFilesOptions): BucketFiles {
  const client = createS3Client(options);
  const calls = createCallScope();
  const limits = (signal: AbortSignal) => ({ signal, timeoutMs: callTimeoutMs });

  async function put(path: string, content: FileContent, condition: object, signal: AbortSignal): Promise<void> {
    const { size, sha256, open } = content;
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream', ...condition };
    await readSuccess(
      await client.send({ method: 'PUT', key: prefix + path, headers, body: { sha256, open } }, signal),
    );
  }

  /** The response to a HEAD has no body: whether the object or the bucket is missing is asked apart. */
  async function size(path: string, signal: AbortSignal): Promise<number | null> {
    try {
      const response = await client.send({ method: 'HEAD', key: prefix + path }, signal);
      await readSuccess(response);
      return Number(response.headers['content-length'] ?? 0);
    } catch (error) {
      if (!isMissingObject(error)) throw error;
      await readListing(client, { prefix, 'max-keys': '1' }, signal);
      return null;
    }
  }

  async function get(path: string, signal: AbortSignal) {
    try {
      const response = await client.send({ method: 'GET', key: prefix + path }, signal);
      return { content: response.body };
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw error;
    }
  }

  async function remove(path: string, signal: AbortSignal): Promise<void> {
    try {
      await readSuccess(await client.send({ method: 'DELETE', key: prefix + path }, signal));
    } catch (error) {
      if (!isMissingObject(error)) throw error;
    }
  }

  return {
    put: (path, content, { signal }) => calls.run({ signal }, (signal) => put(path, content, {}, signal)),

    async putNew(path, content, { signal }) {
      try {
        await calls.run({ signal }, (signal) => put(path, content, { 'if-none-match': '*' }, signal));
        return true;
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        if (error.status === 412 || error.status === 409) return false;
        if (error.status !== 501 && error.code !== 'NotImplemented') throw error;
        await calls.run({ signal }, (signal) => put(path, content, {}, signal));
        return true;
      }
    },

    async get(path, { signal }) {
      const opened = await calls.stream(limits(signal), (signal) => get(path, signal));
      return opened?.content ?? null;
    },

    size: (path, { signal }) => calls.run(limits(signal), (signal) => size(path, signal)),

    async *list(begin, { signal }) {
      for (let position: ListPosition | null = {}; position !== null; ) {
        const from: ListPosition = position;
        const page = await calls.run(limits(signal), (signal) => listPage(client, prefix + begin, from, signal));
        for (const content of page.contents) {
          yield [elementText(content, 'Key').slice(prefix.length), Number(elementText(content, 'Size'))] as const;
        }
        position = page.next;
      }
    },

    delete: (path, { signal }) => calls.run(limits(signal), (signal) => remove(path, signal)),

    async close() {
      await calls.close();
      await client.destroy();
    },
  };
}

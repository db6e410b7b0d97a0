import type { Readable } from 'node:stream';
import { createCallScope } from '../call-scope.ts';
import type { CallOptions } from '../object-store.ts';
import { createS3Client, type S3ClientOptions, type S3Request } from './client.ts';
import { elements, elementText, nullIfMissing, readSuccess, S3Error, type S3Response } from './response.ts';

/** Calls on one bucket. They reject as those of `S3Client`, with `StoreTimeoutError` too when they take too long. */
export interface S3Bucket {
  /** Sends the request and reads its response to the end. */
  send(request: S3Request, options: S3CallOptions): Promise<S3Reply>;
  /** The response with its body unread, whose reading has no time limit. */
  open(request: S3Request, options: CallOptions): Promise<OpenedObject>;
  /** What the store says of the object; null when there is none. */
  head(key: string, options: CallOptions): Promise<S3Response['headers'] | null>;
  /** Idempotent: a missing key is success. */
  remove(key: string, options: CallOptions): Promise<void>;
  /** What a listing says of each object whose key begins so, as XML, in ascending order of the keys from just behind `after`. */
  list(prefix: string, options: CallOptions & { readonly after?: string | undefined }): AsyncGenerator<string, void>;
  /** Rejects when the bucket does not respond with a listing of the prefix. */
  ping(options: CallOptions): Promise<void>;
  /** Calls under way fail. */
  close(): Promise<void>;
}

interface S3BucketOptions extends S3ClientOptions {
  /** Of the keys that the caller has its rights for. */
  readonly prefix: string;
  /** For each request; while a response is read, until its first byte. */
  readonly callTimeoutMs: number;
}

interface S3CallOptions extends CallOptions {
  /** The signal alone bounds the call. */
  readonly isUnlimited?: true;
}

interface S3Reply {
  readonly headers: S3Response['headers'];
  readonly text: string;
}

interface OpenedObject {
  readonly response: S3Response;
  readonly content: Readable;
}

export function openS3Bucket({ prefix, callTimeoutMs, ...options }: S3BucketOptions): S3Bucket {
  const client = createS3Client(options);
  const calls = createCallScope();

  function send(request: S3Request, { signal, isUnlimited }: S3CallOptions): Promise<S3Reply> {
    const limits = isUnlimited ? { signal } : { signal, timeoutMs: callTimeoutMs };
    return calls.run(limits, async (signal) => {
      const response = await client.send(request, signal);
      return { headers: response.headers, text: await readSuccess(response) };
    });
  }

  async function readListing(query: Readonly<Record<string, string>>, options: CallOptions): Promise<string> {
    const { text } = await send({ method: 'GET', query: { 'list-type': '2', ...query } }, options);
    if (!text.includes('<ListBucketResult')) throw new S3Error(200, '', 'the response is no listing in the form of S3');
    return text;
  }

  async function ping(options: CallOptions): Promise<void> {
    await readListing({ prefix, 'max-keys': '1' }, options);
  }

  return {
    send,

    open: (request, { signal }) =>
      calls.stream({ signal, timeoutMs: callTimeoutMs }, async (signal) => {
        const response = await client.send(request, signal);
        return { response, content: response.body };
      }),

    async head(key, options) {
      try {
        return (await send({ method: 'HEAD', key }, options)).headers;
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        // The response to a HEAD has no body: it does not say whether the object or the bucket is the reason.
        await ping(options);
        return nullIfMissing(Promise.reject(error));
      }
    },

    async remove(key, options) {
      await nullIfMissing(send({ method: 'DELETE', key }, options));
    },

    async *list(prefix, { after, signal }) {
      let position: Record<string, string> = after === undefined ? {} : { 'start-after': after };
      for (;;) {
        const page = await readListing({ prefix, ...position }, { signal });
        yield* elements(page, 'Contents');
        if (elementText(page, 'IsTruncated') !== 'true') return;
        position = { 'continuation-token': elementText(page, 'NextContinuationToken') };
        // Taken for the end, it would make objects that are there look missing.
        if (position['continuation-token'] === '') throw new S3Error(200, '', 'the listing breaks off');
      }
    },

    ping,

    async close() {
      await calls.close();
      await client.destroy();
    },
  };
}

import type { Readable } from 'node:stream';
import { createCallScope } from '../call-scope.ts';
import type { CallOptions, ObjectFacts } from '../object-store.ts';
import { createS3Client, type S3Body, type S3ClientOptions, type S3Request } from './client.ts';
import { elements, elementText, factsOf, nullIfMissing, readSuccess, S3Error, type S3Response } from './response.ts';

export type S3Bucket = ReturnType<typeof openS3Bucket>;

export interface S3BucketOptions extends S3ClientOptions {
  /** Of the keys that the caller has its rights for. */
  readonly prefix: string;
  /** For each request but a put; of an opened object until its first byte. */
  readonly callTimeoutMs?: number;
}

interface S3Reply {
  readonly headers: S3Response['headers'];
  readonly text: string;
}

interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

const defaultCallTimeoutMs = 30_000;

/** Calls on one bucket. They reject as those of the client, with `TimeLimitError` too when they take too long. */
export function openS3Bucket(options: S3BucketOptions) {
  const { prefix, callTimeoutMs: timeoutMs = defaultCallTimeoutMs } = options;
  const client = createS3Client(options);
  const calls = createCallScope();

  async function sendNow(request: S3Request, signal: AbortSignal): Promise<S3Reply> {
    const response = await client.send(request, signal);
    return { headers: response.headers, text: await readSuccess(response) };
  }

  /** Sends the request and reads its response to the end. */
  function send(request: S3Request, { signal }: CallOptions): Promise<S3Reply> {
    return calls.run({ signal, timeoutMs }, (signal) => sendNow(request, signal));
  }

  async function readListing(query: Readonly<Record<string, string>>, options: CallOptions): Promise<string> {
    const { text } = await send({ method: 'GET', query: { 'list-type': '2', ...query } }, options);
    if (!text.includes('<ListBucketResult')) throw new S3Error(200, '', 'the response is no listing in the form of S3');
    return text;
  }

  /** Rejects when the bucket does not respond with a listing of the prefix. */
  async function ping(options: CallOptions): Promise<void> {
    await readListing({ prefix, 'max-keys': '1' }, options);
  }

  return {
    send,

    /** Stores the bytes, which the store compares with their digest. The signal alone bounds the call. */
    put: (key: string, body: S3Body, headers: Readonly<Record<string, string>>, { signal }: CallOptions) =>
      calls.run({ signal }, (signal) => sendNow({ method: 'PUT', key, headers, body }, signal)),

    /** The response with its body unread, whose reading has no time limit. */
    open: (request: S3Request, { signal }: CallOptions) =>
      calls.stream({ signal, timeoutMs }, async (signal) => {
        const response = await client.send(request, signal);
        return { ...response, content: response.body as Readable };
      }),

    /** What the store says of the object; null when there is none. */
    async head(key: string, options: CallOptions): Promise<ObjectFacts | null> {
      try {
        return factsOf((await send({ method: 'HEAD', key }, options)).headers);
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        // The response to a HEAD has no body: it does not say whether the object or the bucket is the reason.
        await ping(options);
        return nullIfMissing(Promise.reject(error));
      }
    },

    /** Idempotent: a missing key is success. */
    async remove(key: string, options: CallOptions): Promise<void> {
      await nullIfMissing(send({ method: 'DELETE', key }, options));
    },

    /** Each object whose key begins so, in ascending order of the keys. */
    async *list(prefix: string, options: CallOptions): AsyncGenerator<ListedObject, void> {
      let position: Record<string, string> = {};
      for (;;) {
        const page = await readListing({ prefix, ...position }, options);
        yield* elements(page, 'Contents').map(listedObject);
        if (elementText(page, 'IsTruncated') !== 'true') return;
        position = { 'continuation-token': elementText(page, 'NextContinuationToken') };
        // Taken for the end, it would make objects that are there look missing.
        if (position['continuation-token'] === '') throw new S3Error(200, '', 'the listing breaks off');
      }
    },

    ping,

    /** Calls under way fail. */
    async close(): Promise<void> {
      await calls.close();
      await client.destroy();
    },
  };
}

function listedObject(contents: string): ListedObject {
  return {
    key: elementText(contents, 'Key'),
    size: Number(elementText(contents, 'Size')),
    modifiedAt: new Date(elementText(contents, 'LastModified')),
  };
}

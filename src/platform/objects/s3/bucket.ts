import { withinLimit } from '../../waiting/within-limit.ts';
import { abortable } from '../object-content.ts';
import type { CallOptions, ObjectFacts } from '../object-store.ts';
import { createS3Client, type S3Body, type S3ClientOptions, type S3Request } from './client.ts';
import { elements, elementText, nullIfMissing, readSuccess, S3Error, type S3Response, sizeOf } from './response.ts';

export type S3Bucket = ReturnType<typeof openS3Bucket>;

export interface S3BucketOptions extends S3ClientOptions {
  /** Prefix of the keys that the caller has permissions for. */
  readonly prefix: string;
  /** Time limit of each request except puts. For an opened object it ends at the first byte. */
  readonly callTimeoutMs?: number;
}

interface S3Reply {
  readonly headers: S3Response['headers'];
  readonly text: string;
}

const defaultCallTimeoutMs = 30_000;

/** Opens one bucket. Calls reject as those of the client do, and with `TimeLimitError` when they take too long. */
export function openS3Bucket(options: S3BucketOptions) {
  const { prefix, callTimeoutMs: timeoutMs = defaultCallTimeoutMs } = options;
  const client = createS3Client(options);

  async function sendNow(request: S3Request, signal: AbortSignal): Promise<S3Reply> {
    const response = await client.send(request, signal);
    return { headers: response.headers, text: await readSuccess(response) };
  }

  function inTime<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinLimit(timeoutMs, signal, work, `The object store did not finish within ${timeoutMs} ms`);
  }

  /** Sends the request and reads the whole response. */
  function send(request: S3Request, { signal }: CallOptions): Promise<S3Reply> {
    return inTime(signal, (signal) => sendNow(request, signal));
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

    /** Stores the bytes. The store verifies their digest. Only the signal bounds the call. */
    put: (key: string, body: S3Body, headers: Readonly<Record<string, string>>, { signal }: CallOptions) =>
      withinLimit(undefined, signal, (signal) => sendNow({ method: 'PUT', key, headers, body }, signal)),

    /** Resolves with the response, whose body is unread. Reading the body has no time limit. */
    async open(request: S3Request, { signal }: CallOptions) {
      const response = await inTime(signal, (signal) => client.send(request, signal));
      abortable(response.body, signal);
      return response;
    },

    /** Resolves with the object's facts, or null when there is no object. */
    async head(key: string, options: CallOptions): Promise<ObjectFacts | null> {
      try {
        return { size: sizeOf((await send({ method: 'HEAD', key }, options)).headers) };
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        // The response to a HEAD has no body, so it does not show whether the object or the bucket is missing.
        await ping(options);
        return nullIfMissing(Promise.reject(error));
      }
    },

    /** Idempotent: a missing key is success. */
    async remove(key: string, options: CallOptions): Promise<void> {
      await nullIfMissing(send({ method: 'DELETE', key }, options));
    },

    /** Lists the objects whose key begins with `prefix`, in ascending order of the keys. */
    async *list(prefix: string, options: CallOptions): AsyncGenerator<ReturnType<typeof listedObject>, void> {
      let position: Record<string, string> = {};
      for (;;) {
        const page = await readListing({ prefix, ...position }, options);
        yield* elements(page, 'Contents').map(listedObject);
        if (elementText(page, 'IsTruncated') !== 'true') return;
        position = { 'continuation-token': elementText(page, 'NextContinuationToken') };
        // A broken listing must not count as the end: existing objects would look missing.
        if (position['continuation-token'] === '') throw new S3Error(200, '', 'the listing breaks off');
      }
    },

    ping,

    close: client.destroy,
  };
}

function listedObject(contents: string) {
  return {
    key: elementText(contents, 'Key'),
    /** Size in bytes. */
    size: Number(elementText(contents, 'Size')),
    modifiedAt: new Date(elementText(contents, 'LastModified')),
  };
}

import type { Attachment } from '../submission/attachment.ts';
import { attachmentDisposition } from '../submission/attachment-disposition.ts';
import { type ObjectKey, parseObjectKey } from '../submission/object-key.ts';
import { readAttachment, wrongDigestError } from './attachment-content.ts';
import { createCallScope } from './call-scope.ts';
import { objectContentType } from './object-headers.ts';
import {
  type ByteRange,
  type ObjectEntry,
  type ObjectFacts,
  type ObjectStore,
  RangeNotSatisfiableError,
  type StoredObject,
} from './object-store.ts';
import { createS3Client, type S3Client, type S3ClientOptions } from './s3-client.ts';
import { type ListPosition, listPage, readListing } from './s3-listing.ts';
import { elementText, isMissingObject, readSuccess, S3Error, type S3Response } from './s3-response.ts';
import { emptySha256 } from './s3-signature.ts';

export interface S3ObjectStoreOptions extends S3ClientOptions {
  /** Bound on a delete, a stat, one page of a listing, and a get up to its first byte. */
  readonly callTimeoutMs?: number;
}

const keyPrefix = 'commissions/';

/**
 * Objects in a bucket of AWS S3 or of a store that speaks its protocol. The bucket exists already. Rejects with
 * `S3Error` for what the store responds, `StoreTimeoutError` when it does not, else with the network's error.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { callTimeoutMs = 30_000 } = options;
  const client = createS3Client(options);
  const calls = createCallScope();
  const limits = (signal: AbortSignal) => ({ signal, timeoutMs: callTimeoutMs });
  const listFrom = (position: ListPosition, signal: AbortSignal) =>
    calls.run(limits(signal), (signal) => listPage(client, keyPrefix, position, signal));

  return {
    put: (key, body, { signal }) => calls.run({ signal }, (signal) => putObject(client, key, body, signal)),

    get: (key, { range, signal }) =>
      calls.stream(limits(signal), (signal) => nullIfMissing(getObject(client, key, range, signal))),

    stat: (key, { signal }) => calls.run(limits(signal), (signal) => statObject(client, key, signal)),

    async delete(key, { signal }) {
      await calls.run(limits(signal), (signal) => nullIfMissing(deleteObject(client, key, signal)));
    },

    async *list({ after, signal }) {
      let position: ListPosition | null = after === undefined ? {} : { 'start-after': after };
      while (position !== null) {
        const page = await listFrom(position, signal);
        yield* page.contents.flatMap(readEntry).filter((entry) => after === undefined || entry.key > after);
        position = page.next;
      }
    },

    ping: ({ signal }) => calls.run(limits(signal), (signal) => pingBucket(client, signal)),

    async close() {
      await calls.close();
      await client.destroy();
    },
  };
}

/** The store compares the bytes with the SHA-256 that is signed with the request. */
async function putObject(client: S3Client, key: ObjectKey, attachment: Attachment, signal: AbortSignal): Promise<void> {
  const { size, sha256, mediaType, fileName } = attachment;
  // Ceph compares no digest of an empty body.
  if (size === 0 && sha256 !== emptySha256) throw wrongDigestError();
  const headers = {
    'content-length': String(size),
    'content-type': objectContentType(mediaType),
    'content-disposition': attachmentDisposition(fileName),
  };
  let sentBytes = 0;

  async function* open() {
    sentBytes = 0;
    for await (const chunk of readAttachment(attachment, signal)) {
      sentBytes += chunk.length;
      yield chunk;
    }
  }

  await readSuccess(await client.send({ method: 'PUT', key, headers, body: { sha256, open } }, signal));
  if (sentBytes < size) throw new Error('The object store responded before it had the whole object');
}

async function getObject(
  client: S3Client,
  key: ObjectKey,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<StoredObject> {
  if (range === undefined) {
    const response = await client.send({ method: 'GET', key }, signal);
    return { ...factsOf(response), range: null, content: response.body };
  }
  const headers = { range: `bytes=${range.first}-${range.last}` };
  const response = await client.send({ method: 'GET', key, headers }, signal).catch((error: unknown) => {
    throw error instanceof S3Error && error.status === 416 ? new RangeNotSatisfiableError() : error;
  });
  const { size, ...held } = rangeHeld(response);
  return { ...factsOf(response), size, range: held, content: response.body };
}

/** What the header Content-Range says (RFC 9110, section 14.4). */
function rangeHeld({ statusCode, headers, body }: S3Response): ByteRange & { readonly size: number } {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range']?.toString() ?? '') ?? [];
  if (statusCode === 206 && size !== undefined) return { first: Number(first), last: Number(last), size: Number(size) };
  body.on('error', () => {}).destroy();
  // Some stores respond so for an empty object.
  if (headers['content-length'] === '0') throw new RangeNotSatisfiableError();
  throw new S3Error(statusCode, '', 'the response is not the range that was asked for');
}

/** The response to a HEAD has no body, so a failure does not say whether the object or the bucket is the reason. */
async function statObject(client: S3Client, key: ObjectKey, signal: AbortSignal): Promise<ObjectFacts | null> {
  try {
    const response = await client.send({ method: 'HEAD', key }, signal);
    await readSuccess(response);
    return factsOf(response);
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    await pingBucket(client, signal);
    if (isMissingObject(error)) return null;
    throw error;
  }
}

function factsOf({ headers }: S3Response): ObjectFacts {
  return {
    size: Number(headers['content-length'] ?? 0),
    contentType: headers['content-type']?.toString() ?? 'application/octet-stream',
    contentDisposition: headers['content-disposition']?.toString() ?? 'attachment',
    modifiedAt: new Date(headers['last-modified']?.toString() ?? 0),
  };
}

/** One object a request: DeleteObjects wants a Content-MD5 on some stores. */
async function deleteObject(client: S3Client, key: ObjectKey, signal: AbortSignal): Promise<void> {
  await readSuccess(await client.send({ method: 'DELETE', key }, signal));
}

async function pingBucket(client: S3Client, signal: AbortSignal): Promise<void> {
  await readListing(client, { prefix: keyPrefix, 'max-keys': '1' }, signal);
}

/** Empty where the key is not one of ours. */
function readEntry(contents: string): ObjectEntry[] {
  const key = parseObjectKey(elementText(contents, 'Key'));
  if (key === null) return [];
  const size = Number(elementText(contents, 'Size'));
  return [{ key, size, modifiedAt: new Date(elementText(contents, 'LastModified')) }];
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}

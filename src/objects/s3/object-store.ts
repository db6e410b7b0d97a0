import type { Attachment } from '../../submission/attachment.ts';
import { attachmentDisposition } from '../../submission/attachment-disposition.ts';
import { type ObjectKey, parseObjectKey } from '../../submission/object-key.ts';
import { readAttachment, wrongDigestError } from '../attachment-content.ts';
import { objectContentType } from '../object-headers.ts';
import {
  type CallOptions,
  type GetOptions,
  type ObjectEntry,
  type ObjectFacts,
  type ObjectStore,
  RangeNotSatisfiableError,
  type StoredObject,
} from '../object-store.ts';
import { openS3Bucket, type S3Bucket } from './bucket.ts';
import type { S3ClientOptions } from './client.ts';
import { elementText, nullIfMissing, S3Error, type S3Response } from './response.ts';
import { emptySha256 } from './signature.ts';

export interface S3ObjectStoreOptions extends S3ClientOptions {
  /** Bound on a delete, a stat, one page of a listing, and a get up to its first byte. */
  readonly callTimeoutMs?: number;
}

const keyPrefix = 'commissions/';

/**
 * Objects in a bucket of AWS S3 or of a store that speaks its protocol. The bucket exists already. Rejects with
 * `S3Error` for what the store responds, `StoreTimeoutError` when it does not, else with the network's error.
 */
export function createS3ObjectStore({ callTimeoutMs = 30_000, ...options }: S3ObjectStoreOptions): ObjectStore {
  const bucket = openS3Bucket({ prefix: keyPrefix, callTimeoutMs, ...options });
  return {
    put: (key, body, options) => putObject(bucket, key, body, options),
    get: (key, options) => getObject(bucket, key, options),

    async stat(key, options) {
      const headers = await bucket.head(key, options);
      return headers && factsOf(headers);
    },

    delete: bucket.remove,

    async *list({ after, signal }) {
      for await (const contents of bucket.list(keyPrefix, { after, signal })) {
        const entry = readEntry(contents);
        if (entry !== null && (after === undefined || entry.key > after)) yield entry;
      }
    },

    ping: bucket.ping,
    close: bucket.close,
  };
}

/** The store compares the bytes with the SHA-256 that is signed with the request. */
async function putObject(
  bucket: S3Bucket,
  key: ObjectKey,
  attachment: Attachment,
  { signal }: CallOptions,
): Promise<void> {
  const { size, sha256, mediaType, fileName } = attachment;
  // Ceph compares no digest of an empty body.
  if (size === 0 && sha256 !== emptySha256) throw wrongDigestError();
  const headers = {
    'content-length': String(size),
    'content-type': objectContentType(mediaType),
    'content-disposition': attachmentDisposition(fileName),
  };
  let sentBytes = 0;

  async function* open(signal: AbortSignal) {
    sentBytes = 0;
    for await (const chunk of readAttachment(attachment, signal)) {
      sentBytes += chunk.length;
      yield chunk;
    }
  }

  await bucket.send({ method: 'PUT', key, headers, body: { sha256, open } }, { signal, isUnlimited: true });
  if (sentBytes < size) throw new Error('The object store responded before it had the whole object');
}

async function getObject(
  bucket: S3Bucket,
  key: ObjectKey,
  { range, signal }: GetOptions,
): Promise<StoredObject | null> {
  const headers = range && { range: `bytes=${range.first}-${range.last}` };
  const opening = nullIfMissing(bucket.open({ method: 'GET', key, ...(headers && { headers }) }, { signal }));
  const opened = await opening.catch((error: unknown) => {
    throw error instanceof S3Error && error.status === 416 ? new RangeNotSatisfiableError() : error;
  });
  if (opened === null) return null;
  const { response, content } = opened;
  const facts = factsOf(response.headers);
  return range === undefined ? { ...facts, content } : { ...facts, size: sizeOfWhole(response), content };
}

/** What the header Content-Range of a range says (RFC 9110, section 14.4). */
function sizeOfWhole({ statusCode, headers, body }: S3Response): number {
  const [, size] = /^bytes \d+-\d+\/(\d+)$/.exec(headers['content-range']?.toString() ?? '') ?? [];
  if (statusCode === 206 && size !== undefined) return Number(size);
  body.on('error', () => {}).destroy();
  // Some stores respond so for an empty object.
  if (headers['content-length'] === '0') throw new RangeNotSatisfiableError();
  throw new S3Error(statusCode, '', 'the response is not the range that was asked for');
}

function factsOf(headers: S3Response['headers']): ObjectFacts {
  return {
    size: Number(headers['content-length'] ?? 0),
    contentType: headers['content-type']?.toString() ?? 'application/octet-stream',
    contentDisposition: headers['content-disposition']?.toString() ?? 'attachment',
  };
}

/** Null where the key is not one of ours. */
function readEntry(contents: string): ObjectEntry | null {
  const key = parseObjectKey(elementText(contents, 'Key'));
  if (key === null) return null;
  const size = Number(elementText(contents, 'Size'));
  return { key, size, modifiedAt: new Date(elementText(contents, 'LastModified')) };
}

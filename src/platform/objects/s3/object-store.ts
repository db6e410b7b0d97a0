import type { Attachment } from '../attachment.ts';
import { attachmentDisposition, objectContentType } from '../attachment-headers.ts';
import { readAttachment, wrongDigestError } from '../object-content.ts';
import { type ObjectKey, parseObjectKey } from '../object-key.ts';
import {
  type CallOptions,
  type GetOptions,
  type ObjectStore,
  RangeNotSatisfiableError,
  type StoredObject,
} from '../object-store.ts';
import { openS3Bucket, type S3Bucket, type S3BucketOptions } from './bucket.ts';
import { nullIfMissing, S3Error, type S3Response, sizeOf } from './response.ts';
import { emptySha256 } from './signed-request.ts';

export type S3ObjectStoreOptions = Omit<S3BucketOptions, 'prefix'>;

const keyPrefix = 'commissions/';

/**
 * Creates a store of objects in an existing bucket of AWS S3 or a compatible store. Rejects with `S3Error` for error
 * responses, `TimeLimitError` when the store does not respond, else with the network's error.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const bucket = openS3Bucket({ ...options, prefix: keyPrefix });
  return {
    put: (key, body, options) => putObject(bucket, key, body, options),
    get: (key, options) => getObject(bucket, key, options),
    stat: bucket.head,
    delete: bucket.remove,

    async *list(options) {
      for await (const { key: name, size, modifiedAt } of bucket.list(keyPrefix, options)) {
        const key = parseObjectKey(name);
        if (key !== null) yield { key, size, modifiedAt };
      }
    },

    ping: bucket.ping,
    close: bucket.close,
  };
}

async function putObject(
  bucket: S3Bucket,
  key: ObjectKey,
  attachment: Attachment,
  options: CallOptions,
): Promise<void> {
  const { size, sha256, mediaType, fileName } = attachment;
  // Ceph does not verify the digest of an empty body.
  if (size === 0 && sha256 !== emptySha256) throw wrongDigestError();
  const headers = {
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

  await bucket.put(key, { size, sha256, open }, headers, options);
  if (sentBytes < size) throw new Error('The object store responded before it had the whole object');
}

async function getObject(
  bucket: S3Bucket,
  key: ObjectKey,
  { range, signal }: GetOptions,
): Promise<StoredObject | null> {
  const headers = range && { range: `bytes=${range.first}-${range.last}` };
  const opening = nullIfMissing(bucket.open({ method: 'GET', key, ...(headers && { headers }) }, { signal }));
  const response = await opening.catch((error: unknown) => {
    throw error instanceof S3Error && error.status === 416 ? new RangeNotSatisfiableError() : error;
  });
  if (response === null) return null;
  const size = range === undefined ? sizeOf(response.headers) : sizeOfWhole(response);
  return { size, content: response.body };
}

/** Returns the size of the whole object from the Content-Range of a response (RFC 9110, section 14.4). */
function sizeOfWhole({ statusCode, headers, body }: S3Response): number {
  const [, size] = /^bytes \d+-\d+\/(\d+)$/.exec(headers['content-range']?.toString() ?? '') ?? [];
  if (statusCode === 206 && size !== undefined) return Number(size);
  body.destroy();
  // Some stores respond like this for an empty object.
  if (headers['content-length'] === '0') throw new RangeNotSatisfiableError();
  throw new S3Error(statusCode, '', 'the response is not the range that was asked for');
}

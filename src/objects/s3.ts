import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { type ObjectKey, parseObjectKey } from '../submission/object-key.ts';
import { type Call, createCallScope, untilAborted } from './call-scope.ts';
import type { ObjectEntry, ObjectStore, StoredObject } from './object-store.ts';
import { connectS3, type S3ConnectionOptions } from './s3-connection.ts';
import { isMissingObject, readableError } from './s3-error.ts';
import { putOnce } from './s3-put.ts';

export interface S3ObjectStoreOptions extends S3ConnectionOptions {
  readonly bucket: string;
  /** Bound on all that one put may take. */
  readonly putDeadlineMs?: number;
  /** Bound on a delete, on one page of a listing, and on a get up to its first byte. */
  readonly callDeadlineMs?: number;
}

const keyPrefix = 'commissions/';

/**
 * Objects in a bucket of AWS S3 or of a store that speaks its protocol. The bucket exists already. Rejects with
 * `S3Error` for what the store answers, `StoreTimeoutError` when it does not, else with the network's error.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { bucket, putDeadlineMs = 60_000, callDeadlineMs = 30_000 } = options;
  const connection = connectS3(options);
  const { client } = connection;
  const calls = createCallScope();

  /** A call whose answer is small: a broken connection is tried again, failures are made readable. */
  async function run<T>(signal: AbortSignal, deadlineMs: number, work: (call: Call) => Promise<T>): Promise<T> {
    try {
      return await calls.run({ signal, deadlineMs }, (call) => connection.onLiveConnection(() => work(call)));
    } catch (error) {
      throw readableError(error);
    }
  }

  return {
    put: (key, body, { signal }) => run(signal, putDeadlineMs, (call) => putOnce(client, bucket, key, body, call)),

    async get(key, { signal }) {
      const call = calls.begin({ signal, deadlineMs: callDeadlineMs });
      try {
        const object = await connection.onLiveConnection(() => getObject(client, bucket, key, call));
        call.liftDeadline();
        object.content.once('close', call.end);
        return object;
      } catch (error) {
        call.end();
        const failure = readableError(call.signal.aborted ? call.signal.reason : error);
        if (isMissingObject(failure)) return null;
        throw failure;
      }
    },

    async delete(key, { signal }) {
      try {
        await run(signal, callDeadlineMs, (call) => deleteObject(client, bucket, key, call));
      } catch (error) {
        if (!isMissingObject(error)) throw error;
      }
    },

    async *list({ after, signal }) {
      let page: ListPage = { entries: [], next: { StartAfter: after } };
      while (page.next !== null) {
        const { next } = page;
        page = await run(signal, callDeadlineMs, (call) => listPage(client, bucket, next, call));
        yield* page.entries.filter((entry) => after === undefined || entry.key > after);
      }
    },

    async close() {
      await calls.close();
      connection.destroy();
    },
  };
}

async function getObject(client: S3Client, bucket: string, key: ObjectKey, { signal }: Call) {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const answer = await untilAborted(client.send(command, { abortSignal: signal }), signal);
  const content = answer.Body as Readable;
  // Whoever reads sees the failure; between reads nobody else would listen.
  content.on('error', () => {});
  return {
    size: answer.ContentLength ?? 0,
    contentType: answer.ContentType ?? 'application/octet-stream',
    contentDisposition: answer.ContentDisposition ?? 'attachment',
    content,
  } satisfies StoredObject;
}

/** One object a request: DeleteObjects wants a Content-MD5 on some stores. */
async function deleteObject(client: S3Client, bucket: string, key: ObjectKey, { signal }: Call): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: key });
  await untilAborted(client.send(command, { abortSignal: signal }), signal);
}

interface ListPage {
  readonly entries: readonly ObjectEntry[];
  /** Where the listing goes on; null at its end. */
  readonly next: { StartAfter: ObjectKey | undefined } | { ContinuationToken: string } | null;
}

async function listPage(
  client: S3Client,
  bucket: string,
  from: NonNullable<ListPage['next']>,
  { signal }: Call,
): Promise<ListPage> {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: keyPrefix, ...from });
  const answer = await untilAborted(client.send(command, { abortSignal: signal }), signal);
  const entries = [];
  for (const { Key, Size = 0, LastModified = new Date(0) } of answer.Contents ?? []) {
    const key = parseObjectKey(Key ?? '');
    if (key !== null) entries.push({ key, size: Size, modifiedAt: LastModified });
  }
  const token = answer.IsTruncated ? answer.NextContinuationToken : undefined;
  return { entries, next: token === undefined ? null : { ContinuationToken: token } };
}

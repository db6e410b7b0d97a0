import type { ObjectKey } from '../submission/object-key.ts';
import { type Call, createCallScope } from './call-scope.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { connectS3, type S3Connection, type S3ConnectionOptions } from './s3-connection.ts';
import { isMissingObject, readSuccess } from './s3-error.ts';
import { askForListing, type ListPage, listPage } from './s3-list.ts';
import { putOnce } from './s3-put.ts';

export interface S3ObjectStoreOptions extends S3ConnectionOptions {
  /** Bound on all that one put may take. */
  readonly putDeadlineMs?: number;
  /** Bound on a delete, on one page of a listing, and on a get up to its first byte. */
  readonly callDeadlineMs?: number;
}

/**
 * Objects in a bucket of AWS S3 or of a store that speaks its protocol. The bucket exists already. Rejects with
 * `S3Error` for what the store answers, `StoreTimeoutError` when it does not, else with the network's error.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { putDeadlineMs = 60_000, callDeadlineMs = 30_000 } = options;
  const connection = connectS3(options);
  const calls = createCallScope();

  function run<T>(signal: AbortSignal, deadlineMs: number, work: (call: Call) => Promise<T>): Promise<T> {
    return calls.run({ signal, deadlineMs }, (call) => connection.twice(() => work(call)));
  }

  return {
    put: (key, body, { signal }) => run(signal, putDeadlineMs, (call) => putOnce(connection, key, body, call.signal)),

    async get(key, { signal }) {
      const call = calls.begin({ signal, deadlineMs: callDeadlineMs });
      try {
        const object = await connection.twice(() => getObject(connection, key, call.signal));
        call.liftDeadline();
        object.content.once('close', call.end);
        return object;
      } catch (error) {
        call.end();
        if (isMissingObject(error)) return null;
        throw call.signal.aborted ? call.signal.reason : error;
      }
    },

    async delete(key, { signal }) {
      try {
        await run(signal, callDeadlineMs, (call) => deleteObject(connection, key, call.signal));
      } catch (error) {
        if (!isMissingObject(error)) throw error;
      }
    },

    async *list({ after, signal }) {
      let page: ListPage = { entries: [], next: { after } };
      while (page.next !== null) {
        const { next } = page;
        page = await run(signal, callDeadlineMs, (call) => listPage(connection, next, call.signal));
        yield* page.entries.filter((entry) => after === undefined || entry.key > after);
      }
    },

    ping: ({ signal }) => run(signal, callDeadlineMs, (call) => askForListing(connection, call.signal)),

    async close() {
      await calls.close();
      await connection.destroy();
    },
  };
}

async function getObject(connection: S3Connection, key: ObjectKey, signal: AbortSignal) {
  const { headers, content } = await connection.send({ method: 'GET', key }, signal);
  // Whoever reads sees the failure; between reads nobody else would listen.
  content.on('error', () => {});
  return {
    size: Number(headers['content-length'] ?? 0),
    contentType: headers['content-type']?.toString() ?? 'application/octet-stream',
    contentDisposition: headers['content-disposition']?.toString() ?? 'attachment',
    content,
  } satisfies StoredObject;
}

/** One object a request: DeleteObjects wants a Content-MD5 on some stores. */
async function deleteObject(connection: S3Connection, key: ObjectKey, signal: AbortSignal): Promise<void> {
  await readSuccess(await connection.send({ method: 'DELETE', key }, signal));
}

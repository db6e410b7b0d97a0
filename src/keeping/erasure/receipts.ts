import type { Pool } from 'pg';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import type { ErasureLog } from './erasure.ts';
import type { Erasure } from './erasure-shape.ts';

/** All that is kept of an erased request: identifiers, a time and the reason, but no personal data. */
export type Receipt = Omit<Erasure, 'isComplete'>;

/** The columns of a `Receipt`, selected from `erasures`. */
export const receiptColumns = 'request_id as "requestId", erased_at as "erasedAt", reason, object_keys as "objectKeys"';

const cursorPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The columns of an `Erasure`, selected from `erasures e`. */
const erasureColumns = `
  ${receiptColumns},
  not exists (
    select from upload_intents i where i.request_id = e.request_id and i.objects_deleted_at is null
  ) as "isComplete"`;

const findText = `select ${erasureColumns} from erasures e where e.request_id = $1`;

// The list is empty both at its end and for an unknown cursor. This query distinguishes them.
const knownText = 'select exists (select from erasures where request_id = $1) as found';

const listText = `
  select ${erasureColumns} from erasures e
  where $1::uuid is null
    or (e.erased_at, e.request_id) < (select c.erased_at, c.request_id from erasures c where c.request_id = $1::uuid)
  order by e.erased_at desc, e.request_id desc limit $2`;

/** A cursor is the request id of the page's last receipt. It stays valid, because receipts are never deleted. */
export function createErasureLog(pool: Pool): ErasureLog {
  return {
    async find(requestId) {
      return (await pool.query<Erasure>(findText, [requestId])).rows[0] ?? null;
    },
    async list(cursor, limit) {
      if (cursor !== null && !(await isKnown(pool, cursor))) return null;
      const { rows } = await pool.query<Erasure>(listText, [cursor, limit + 1]);
      const items = rows.slice(0, limit);
      return { items, next: rows.length > limit ? (items.at(-1)?.requestId ?? null) : null };
    },
  };
}

async function isKnown(pool: Pool, cursor: string): Promise<boolean> {
  if (!cursorPattern.test(cursor)) return false;
  return (await pool.query<{ found: boolean }>(knownText, [cursor])).rows[0]?.found === true;
}

/** The folder of the receipts in the bucket. */
export const receiptFolder = 'erasures';

const batchSize = 100;

const waitingText = `
  select ${receiptColumns} from erasures
  where receipt_at is null and request_id > $1 order by request_id limit ${batchSize}`;

const storedText = 'update erasures set receipt_at = now() where request_id = $1 and receipt_at is null';

/**
 * Stores the receipts of erasures in the bucket, because a restored database lacks the receipts of later erasures.
 * Several processes may run it at the same time: the content of a receipt never changes. Rejects at the first receipt
 * that cannot be stored.
 */
export async function storeReceipts(
  pool: Pool,
  documents: Pick<DocumentStore, 'put'>,
  signal: AbortSignal,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let found = batchSize; found === batchSize; ) {
    const { rows } = await pool.query<Receipt>(waitingText, [last]);
    for (const receipt of rows) {
      signal.throwIfAborted();
      await documents.put(receipt.requestId, `${JSON.stringify(receipt)}\n`, { signal });
      await pool.query(storedText, [receipt.requestId]);
    }
    found = rows.length;
    last = rows.at(-1)?.requestId ?? last;
  }
}

import type { Pool } from 'pg';
import type { DocumentStore } from '../objects/document-store.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import type { ErasureReason } from './erasure.ts';

/** The documents' folder in the bucket. */
export const receiptFolder = 'erasures';

const batchSize = 100;

const waitingText = `
  select request_id, erased_at, reason, object_keys from erasures
  where receipt_at is null and request_id > $1 order by request_id limit ${batchSize}`;

const storedText = 'update erasures set receipt_at = now() where request_id = $1 and receipt_at is null';

interface WaitingRow {
  readonly request_id: string;
  readonly erased_at: Date;
  readonly reason: ErasureReason;
  readonly object_keys: readonly ObjectKey[];
}

/**
 * Stores the receipts of erasures in the bucket too, where a restored database does not know of them. Several processes
 * may do so at once: a receipt is the same each time. Rejects at the first that cannot be stored.
 */
export async function storeReceipts(
  pool: Pool,
  documents: Pick<DocumentStore, 'put'>,
  signal: AbortSignal,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let found = batchSize; found === batchSize; ) {
    const { rows } = await pool.query<WaitingRow>(waitingText, [last]);
    for (const row of rows) {
      signal.throwIfAborted();
      await documents.put(row.request_id, receiptText(row), { signal });
      await pool.query(storedText, [row.request_id]);
    }
    found = rows.length;
    last = rows.at(-1)?.request_id ?? last;
  }
}

/** Identifiers and times alone. */
function receiptText({ request_id, erased_at, reason, object_keys }: WaitingRow): string {
  const receipt = { requestId: request_id, erasedAt: erased_at, reason, objectKeys: object_keys };
  return `${JSON.stringify(receipt)}\n`;
}

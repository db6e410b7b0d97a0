import type { Pool } from 'pg';
import type { DocumentStore } from '../objects/document-store.ts';
import { type Receipt, receiptColumns } from './receipt.ts';

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

import type { Pool } from 'pg';
import { type ObjectKey, parseObjectKey } from '../../submission/object-key.ts';

/** Resolves with the object keys of a request, by the position of the file. */
export async function attachmentKeys(pool: Pool, requestId: string): Promise<ReadonlyMap<number, ObjectKey>> {
  const text = 'select position, file_key from commission_request_files where request_id = $1';
  const { rows } = await pool.query<{ position: number; file_key: string }>(text, [requestId]);
  const entries = rows.map((row) => [row.position, parseObjectKey(row.file_key)] as const);
  return new Map(entries.filter((entry): entry is readonly [number, ObjectKey] => entry[1] !== null));
}

import type { ObjectKey } from '../submission/object-key.ts';
import type { Erasure, ErasureReason } from './erasure.ts';

/** What an `Erasure` is made of, of `erasures e`. */
export const erasureColumns = `
  e.request_id, e.erased_at, e.reason, e.object_keys,
  not exists (
    select from upload_intents i where i.request_id = e.request_id and i.objects_deleted_at is null
  ) as is_complete`;

export interface ErasureRow {
  readonly request_id: string;
  readonly erased_at: Date;
  readonly reason: ErasureReason;
  readonly object_keys: ObjectKey[];
  readonly is_complete: boolean;
}

export function erasureOf(row: ErasureRow): Erasure {
  return {
    requestId: row.request_id,
    erasedAt: row.erased_at,
    reason: row.reason,
    objectKeys: row.object_keys,
    isComplete: row.is_complete,
  };
}

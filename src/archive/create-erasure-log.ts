import type { Pool } from 'pg';
import type { Erasure, ErasureLog } from './erasure.ts';
import { receiptColumns } from './receipt.ts';

const cursorPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The columns of an `Erasure`, selected from `erasures e`. */
const columns = `
  ${receiptColumns},
  not exists (
    select from upload_intents i where i.request_id = e.request_id and i.objects_deleted_at is null
  ) as "isComplete"`;

const findText = `select ${columns} from erasures e where e.request_id = $1`;

// The list is empty both at its end and for an unknown cursor. This query distinguishes them.
const knownText = 'select exists (select from erasures where request_id = $1) as found';

const listText = `
  select ${columns} from erasures e
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

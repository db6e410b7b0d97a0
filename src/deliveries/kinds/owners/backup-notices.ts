import type { Pool } from 'pg';
import { insertNotices } from '../../ledger/owners-channel.ts';

// The id is that of the back-up, so that of several processes one makes the notice, and only once.
const noticeText = insertNotices(`
  select notice.id, jsonb_build_object('about', 'backup', 'backedUpAt', notice.at), now()
  from (
    select backed_up_at as at, md5('old back-up ' || coalesce(backed_up_at::text, 'none'))::uuid as id
    from service_state where not deliveries_held
  ) notice
  where not exists (select from deliveries d where d.id = notice.id)`);

/** Notifies owners once that the newest back-up is old or missing. */
export async function notifyOfOldBackup(pool: Pool): Promise<void> {
  await pool.query(`${noticeText} on conflict (id) do nothing`);
}

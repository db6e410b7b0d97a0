import type { Pool } from 'pg';
import type { NoticeTokens } from '../../customers/opening/notice-tokens.ts';
import type { OpeningNotices } from '../../customers/opening/opening-notices.ts';
import { mailboxKey } from '../../customers/submission/mailbox.ts';
import { noticesChannelId } from '../deliveries/ledger/owners-channel.ts';

const mostOfNetwork = 5;

const askText = `
  with recent as (
    select count(*)::int as count from opening_notices where network = $4 and created_at > now() - interval '1 hour'
  ), asked as (
    insert into opening_notices (email, mailbox, language, network)
    select $1, $2, $3, $4 from recent where count < ${mostOfNetwork}
    on conflict (mailbox) do nothing
    returning id
  ), mailed as (
    insert into deliveries (channel_id, type, facts)
    select '${noticesChannelId}', 'notice', jsonb_build_object('about', 'confirm', 'noticeId', id) from asked
  )
  select count >= ${mostOfNetwork} as "isTooMany" from recent`;

const findText = 'select confirmed_at is not null as "isConfirmed" from opening_notices where id = $1';

const confirmText = 'update opening_notices set confirmed_at = coalesce(confirmed_at, now()) where id = $1';

export function createOpeningNotices(pool: Pool, tokens: NoticeTokens): OpeningNotices {
  return {
    async ask({ email, language, network }) {
      const values = [email, mailboxKey(email), language, network];
      const [row] = (await pool.query<{ isTooMany: boolean }>(askText, values)).rows;
      return row?.isTooMany ? 'too-many' : 'asked';
    },
    async find(token) {
      const id = await tokens.decode(token);
      if (id === null) return null;
      return (await pool.query<{ isConfirmed: boolean }>(findText, [id])).rows[0] ?? null;
    },
    async confirm(token) {
      const id = await tokens.decode(token);
      return id !== null && (await pool.query(confirmText, [id])).rowCount === 1;
    },
  };
}

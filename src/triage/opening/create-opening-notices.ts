import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { noticesChannelId } from '../../deliveries/ledger/owners-channel.ts';
import { mailboxKey, personKey } from '../../intake/submission/mailbox.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import { readGuardKeys } from '../guard/guard-keys.ts';
import type { NoticeTokens } from './notice-tokens.ts';
import type { OpeningNotices } from './opening-notices.ts';

const mostOfNetwork = 5;

// So that the counts are true.
const lockText = "select pg_advisory_xact_lock(hashtextextended('commission opening asks', 0))";

// Asks are counted, not addresses: the response must not say whether an address waits already. A person is mailed once an
// hour, and not again while an address of theirs waits to be confirmed, however it is written.
const askText = `
  with recent as (
    select count(*) filter (where key = $4)::int as "ofNetwork", count(*) filter (where key = $5)::int as "ofPerson"
    from opening_asks where key in ($4, $5) and at > now() - interval '1 hour'
  ), counted as (
    insert into opening_asks (key) select unnest(array[$4, $5]) from recent where "ofNetwork" < ${mostOfNetwork}
  ), asked as (
    insert into opening_notices (email, mailbox, language, person)
    select $1, $2, $3, $5 from recent
    where "ofNetwork" < ${mostOfNetwork} and "ofPerson" = 0 
      and not exists (select from opening_notices where person = $5 and confirmed_at is null)
    on conflict (mailbox) do nothing
    returning id
  ), mailed as (
    insert into deliveries (channel_id, type, facts)
    select '${noticesChannelId}', 'notice', jsonb_build_object('about', 'confirm', 'noticeId', id) from asked
  )
  select "ofNetwork" >= ${mostOfNetwork} as "isTooMany" from recent`;

// A flood needs no lock.
const isFloodText = `
  select count(*) >= ${mostOfNetwork} as "isTooMany" from opening_asks
  where key = $1 and at > now() - interval '1 hour'`;

const findText = 'select confirmed_at is not null as "isConfirmed" from opening_notices where id = $1';

const confirmText = 'update opening_notices set confirmed_at = coalesce(confirmed_at, now()) where id = $1';

// With the hour of every ask: a stranger can have a deleted address mailed three times a day at most.
const withdrawText = `
  with withdrawn as (delete from opening_notices where id = $1 returning person)
  insert into opening_asks (key, at) select person, now() + interval '7 hours' from withdrawn`;

interface Counted {
  readonly isTooMany: boolean;
}

/** @param secret The database's, from which the keys of the counts derive. */
export function createOpeningNotices(
  pool: Pool,
  tokens: NoticeTokens,
  secret: () => Promise<KeyObject>,
): OpeningNotices {
  return {
    async ask({ email, language, network }) {
      const keyOf = await readGuardKeys(secret);
      const networkKey = keyOf('network', network);
      const flood = await pool.query<Counted>(isFloodText, [networkKey]);
      if (flood.rows[0]?.isTooMany) return 'too-many';
      const values = [email, mailboxKey(email), language, networkKey, keyOf('email', personKey(email))];
      const { rows } = await inTurn(pool, lockText, (client) => client.query<Counted>(askText, values));
      return rows[0]?.isTooMany ? 'too-many' : 'asked';
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
    async withdraw(token) {
      const id = await tokens.decode(token);
      if (id !== null) await pool.query(withdrawText, [id]);
      return id !== null;
    },
  };
}

import type { Pool } from 'pg';
import type { Dispatch } from './delivery.ts';
import { type DispatchRow, dispatchOf, requestJson } from './dispatch-row.ts';
import type { DeliveryLedger, FinishedAttempt } from './ledger.ts';
import { pauseAfter } from './schedule.ts';
import { sendLimitMs } from './sender.ts';

const leaseMs = 3 * sendLimitMs;
const forgottenAtOnce = 1000;

const dueChannelsText = `
  select channel.id from delivery_channels channel
  where channel.state = 'enabled' and exists (
    select from deliveries d where d.channel_id = channel.id and d.state = 'pending' and d.due_at <= now()
  )`;

// SKIP LOCKED divides the work among any number of workers without a leader.
const claimText = `
  with due as (
    select d.id, d.request_id, d.type from deliveries d
    where d.channel_id = $1 and d.state = 'pending' and d.due_at <= now()
      and exists (select from delivery_channels c where c.id = $1 and c.state = 'enabled')
    order by d.due_at limit $2 for update skip locked
  ), judged as (
    select due.id, case
      when due.request_id is null or due.type = 'request.erased' then null
      when r.id is null then 'request-gone'
      when r.status = 'SPAM' then 'spam'
    end as cancel_cause
    from due left join submitted_commission_requests r on r.id = due.request_id
  ), cancelled as (
    update deliveries d
    set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = judged.cancel_cause
    from judged where d.id = judged.id and judged.cancel_cause is not null
  ), claimed as (
    update deliveries d
    set state = 'sending', due_at = null, attempt = d.attempt + 1, lease_until = now() + $3 * interval '1 millisecond'
    from judged where d.id = judged.id and judged.cancel_cause is null
    returning d.*
  )
  select (select count(*)::int from due) as due, d.id, d.attempt, d.type, d.created_at, d.facts, d.request_id, d.body,
    d.channel_id, channel.kind, channel.name, channel.settings, channel.sealed,
    case when r.id is not null then ${requestJson} end as request
  from claimed d
    join delivery_channels channel on channel.id = d.channel_id
    left join submitted_commission_requests r on r.id = d.request_id and d.type <> 'request.erased'`;

// A commit that a crash of the server forgets leaves the row `sending`, as a crash of the worker does: nobody waits for the disk.
const finishText = `
  with finished as (
    update deliveries
    set state = $3, due_at = case when $3 = 'pending' then now() + $4 * interval '1 millisecond' end, lease_until = null,
        finished_at = case when $3 <> 'pending' then now() end, body = coalesce($5, body)
    where id = $1 and attempt = $2 and state = 'sending'
      and (select set_config('synchronous_commit', 'off', true)) is not null
    returning id, attempt, channel_id
  ), disabled as (
    update delivery_channels set state = 'disabled'
    where $10 and id in (select channel_id from finished) and state in ('enabled', 'held')
  )
  insert into delivery_attempts (
    delivery_id, number, channel_id, started_at, result, status, detail, response, blames_channel, cause
  )
  select id, attempt, channel_id, now() - $6 * interval '1 millisecond', $7, $8, $9, $11, not $12::boolean, $13 from finished`;

const lostText = `
  with lost as (
    select d.id from deliveries d where d.state = 'sending' and d.lease_until < now() limit 1000 for update skip locked
  ), judged as (
    select d.id, d.attempt, c.kind = any($1) as is_repeated from deliveries d
      join lost on lost.id = d.id join delivery_channels c on c.id = d.channel_id
  ), released as (
    update deliveries d
    set state = case when judged.is_repeated then 'pending' else 'uncertain' end, lease_until = null,
        due_at = case when judged.is_repeated then now() end,
        finished_at = case when not judged.is_repeated then now() end
    from judged where d.id = judged.id
    returning d.id, d.attempt, d.channel_id
  )
  insert into delivery_attempts (delivery_id, number, channel_id, started_at, result, cause, detail)
  select id, attempt, channel_id, now(), 'lost', 'lost', 'The process that sent it was not heard of again' from released`;

const cancelText = `
  with waiting as (
    select d.id, case channel.state when 'removed' then 'channel-removed' else 'channel-disabled' end as cancel_cause
    from delivery_channels channel join deliveries d on d.channel_id = channel.id and d.state = 'pending'
    where channel.state in ('disabled', 'removed')
    for update of d skip locked
  )
  update deliveries d set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = waiting.cancel_cause
  from waiting where d.id = waiting.id`;

const forgetText = `
  delete from deliveries where id in (
    select id from deliveries where finished_at < now() - $1 * interval '1 day' limit $2 for update skip locked
  )`;

type ClaimedRow = DispatchRow & { readonly due: number };

/** The ledger in PostgreSQL. Its clock decides what is due. */
export function createDeliveryLedger(pool: Pool): DeliveryLedger {
  return {
    async dueChannels() {
      const { rows } = await pool.query<{ id: string }>({ name: 'due-channels', text: dueChannelsText });
      return rows.map(({ id }) => id);
    },
    async claim(channelId, limit) {
      const values = [channelId, limit, leaseMs];
      const { rows } = await pool.query<ClaimedRow>({ name: 'claim-deliveries', text: claimText, values });
      // Where all were cancelled instead, the next look goes on.
      return { dispatches: rows.map(dispatchOf), isLast: (rows[0]?.due ?? 0) < limit };
    },
    async finish(dispatch, attempt) {
      const query = { name: 'finish-delivery', text: finishText, values: finishValues(dispatch, attempt) };
      return (await pool.query(query)).rowCount === 1 ? 'finished' : 'claim-lost';
    },
    async releaseLost(repeating) {
      await pool.query(lostText, [repeating]);
    },
    async cancelUnsendable() {
      await pool.query(cancelText);
    },
    async forgetOld(days) {
      return (await pool.query(forgetText, [days, forgottenAtOnce])).rowCount ?? 0;
    },
  };
}

function finishValues({ id, attempt: number }: Dispatch, attempt: FinishedAttempt): unknown[] {
  const { durationMs, outcome, body } = attempt;
  const { result, cause, status, detail, response, isGone = false, isCustomers = false } = outcome;
  const pauseMs = pauseBehind(number, attempt);
  const state = result === 'retry' ? (pauseMs === null ? 'failed' : 'pending') : result;
  const text = [storable(detail), isGone, response === null ? null : storable(response)];
  return [id, number, state, pauseMs, body, durationMs, result, status, ...text, isCustomers, cause];
}

function pauseBehind(number: number, { outcome: { result, pauseMs }, isInterrupted }: FinishedAttempt): number | null {
  if (result !== 'retry') return null;
  return isInterrupted ? 0 : pauseAfter(number, pauseMs);
}

/** PostgreSQL takes no NUL, and no half of a surrogate pair. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

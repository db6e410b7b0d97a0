import type { Pool, PoolClient } from 'pg';
import { discardBodyMarker } from '../../events/delivery-clauses.ts';
import { createGroupCommit } from '../../platform/database/group-commit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sentJson } from '../../requests/facets/sent-facts.ts';
import { createStudioHistory, type StudioHistory } from '../../studio/revisions/studio-history.ts';
import type { Dispatch, SenderKind } from './delivery.ts';
import { type DispatchRow, deliveryFacts, dispatchesOf } from './dispatch-row.ts';
import type { ChannelLimits, Claimed, DeliveryLedger, FinishedAttempt } from './ledger.ts';
import { digestedRequests, isPointlessNotice, outageFacts, recordStates } from './ledger-clauses.ts';
import { insertNotices, sendingChannels } from './owners-channel.ts';
import { jitter, pauseAfter, pausesMs } from './schedule.ts';
import { sendLimitMs } from './sender.ts';

const leaseMs = 3 * sendLimitMs;
const forgottenAtOnce = 1000;
const finishedAtOnce = 32;

const dueChannelsText = `
  select channel.id from ${sendingChannels} channel
  where channel.state = 'enabled' and channel.kind = any($1) and exists (
    select from deliveries d where d.channel_id = channel.id and d.state = 'pending' and d.due_at <= now()
  )`;

// SKIP LOCKED divides the work among any number of workers without a leader. The limit is part of the text, so that the
// planner knows how few rows there are and plans once. With the limit as a parameter the statement was planned at each
// claim, which took longer than the claim itself.
const claimText = (limit: number) => `
  with due as (
    select d.id, d.request_id, d.type, d.facts from deliveries d
    where d.channel_id = $1 and d.state = 'pending' and d.due_at <= now()
      and exists (select from ${sendingChannels} c where c.id = $1 and c.state = 'enabled')
    order by d.due_at limit ${limit} for update skip locked
  ), judged as (
    select due.id, case
      when due.type = 'digest' and not exists (select ${digestedRequests('due.facts')}) then 'request-gone'
      when due.type = 'notice' and ${isPointlessNotice('due.facts')} then 'undone'
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
    set state = 'sending', due_at = null, attempt = d.attempt + 1, lease_until = now() + $2 * interval '1 millisecond'
    from judged where d.id = judged.id and judged.cancel_cause is null
    returning d.*
  )
  select (select count(*)::int from due) as due, d.id, d.attempt, d.type, d.created_at, ${deliveryFacts}, d.request_id, d.body,
    d.channel_id, channel.kind, channel.name, channel.settings, channel.sealed,
    case when r.id is not null then ${sentJson} end as request
  from claimed d
    join ${sendingChannels} channel on channel.id = d.channel_id
    left join submitted_commission_requests r on r.id = d.request_id and d.type <> 'request.erased'`;

// The commit does not wait for the disk. If a crash of the server loses it, the row stays `sending`, as after a crash
// of the worker. The limit tells the planner how few rows there are.
const finishText = `
  with ended as (
    select * from json_to_recordset($1) as ended (
      id uuid, attempt int, state text, pause_ms float, body text, duration_ms float, result text, status int,
      detail text, response text, is_gone boolean, is_recipient_rejected boolean, cause text
    ) limit ${finishedAtOnce}
  ), finished as (
    update deliveries d
    set state = ended.state, lease_until = null, body = case when d.body = '${discardBodyMarker}' then null else coalesce(ended.body, d.body) end,
        due_at = case when ended.state = 'pending' then now() + ended.pause_ms * interval '1 millisecond' end,
        finished_at = case when ended.state <> 'pending' then now() end
    from ended
    where d.id = ended.id and d.attempt = ended.attempt and d.state = 'sending'
      and (select set_config('synchronous_commit', 'off', true)) is not null
    returning d.channel_id, ended.*
  ), disabled as (
    update delivery_channels c set state = 'disabled'
    from delivery_channels before
    where before.id = c.id and c.id in (select channel_id from finished where is_gone) and c.state in ('enabled', 'held')
    returning c.id, c.kind, c.name, c.types, c.state, before.state as state_before
  ), recorded as (${recordStates('disabled')}
  ), gone as (
    insert into channel_outages (channel_id, since, ended_at) select id, now(), now() from disabled returning id
  ), noticed as (
    ${insertNotices(`select gen_random_uuid(), ${outageFacts('gone')}, now() from gone`)}
  )
  insert into delivery_attempts (
    delivery_id, number, channel_id, started_at, result, status, detail, response, blames_channel, cause
  )
  select id, attempt, channel_id, now() - duration_ms * interval '1 millisecond', result, status, detail, response,
    not is_recipient_rejected, cause
  from finished
  returning delivery_id as id, number as attempt`;

// A lost attempt counts as an attempt, so that a delivery which kills every process that sends it is not retried forever.
const lostText = `
  with lost as (
    select d.id from deliveries d where d.state = 'sending' and d.lease_until < now() limit 1000 for update skip locked
  ), judged as (
    select d.id, case
        when c.kind <> all($1) then 'uncertain'
        when d.attempt > cardinality($2::float[]) then 'failed'
        else 'pending'
      end as state,
      ($2::float[])[d.attempt] * (1 + $3::float * (2 * random() - 1)) * interval '1 millisecond' as pause
    from deliveries d join lost on lost.id = d.id join ${sendingChannels} c on c.id = d.channel_id
  ), released as (
    update deliveries d
    set state = judged.state, lease_until = null, body = nullif(d.body, '${discardBodyMarker}'),
        due_at = case when judged.state = 'pending' then now() + judged.pause end,
        finished_at = case when judged.state <> 'pending' then now() end
    from judged where d.id = judged.id
    returning d.id, d.attempt, d.channel_id
  )
  insert into delivery_attempts (delivery_id, number, channel_id, started_at, result, cause, detail)
  select id, attempt, channel_id, now(), 'lost', 'lost', 'The process that was sending the delivery did not report a result' from released`;

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
    select old.id from delivery_channels c cross join lateral (
      select d.id from deliveries d
      where d.channel_id = c.id and d.created_at < now() - $1 * interval '1 day'
        and d.finished_at < now() - $1 * interval '1 day'
      order by d.created_at limit $2 for update skip locked
    ) as old limit $2
  )`;

type ClaimedRow = DispatchRow & { readonly due: number };

type AttemptId = Pick<Dispatch, 'id' | 'attempt'>;

interface End {
  readonly dispatch: Dispatch;
  readonly attempt: FinishedAttempt;
}

/** Keeps the ledger in PostgreSQL, whose clock decides which deliveries are due. */
export function createDeliveryLedger(pool: Pool, limits: ChannelLimits): DeliveryLedger {
  const history = createStudioHistory();
  const finishGrouped = createGroupCommit((ends: readonly End[]) => finishAll(pool, ends), {
    statementsAtOnce: 1,
    maxBatchSize: finishedAtOnce,
  });
  /** By channel. A channel keeps its kind for good. */
  const kinds = new Map<string, SenderKind>();

  async function kindOf(channelId: string): Promise<SenderKind | null> {
    const known = kinds.get(channelId);
    if (known !== undefined) return known;
    const text = `select kind from ${sendingChannels} channel where id = $1`;
    const [row] = (await pool.query<{ kind: SenderKind }>(text, [channelId])).rows;
    if (row) kinds.set(channelId, row.kind);
    return row?.kind ?? null;
  }

  return {
    async dueChannels(senders) {
      const query = { name: 'due-channels', text: dueChannelsText, values: [senders] };
      const { rows } = await pool.query<{ id: string }>(query);
      return rows.map(({ id }) => id);
    },
    async claim(channelId, limit) {
      const kind = await kindOf(channelId);
      const admit = kind === null ? undefined : limits[kind]?.limit;
      if (!admit) return claimFrom(pool, history, channelId, limit);
      return inTransaction(pool, async (client) => {
        const { dispatches, isLast } = await claimFrom(client, history, channelId, limit);
        return { dispatches: await admit(client, dispatches), isLast };
      });
    },
    finish: (dispatch, attempt) => finishGrouped({ dispatch, attempt }),
    async releaseLost(repeating) {
      await pool.query(lostText, [repeating, pausesMs, jitter]);
    },
    async cancelUnsendable() {
      await pool.query(cancelText);
    },
    async forgetOld(days) {
      return (await pool.query(forgetText, [days, forgottenAtOnce])).rowCount ?? 0;
    },
  };
}

async function claimFrom(
  database: Pool | PoolClient,
  history: StudioHistory,
  channelId: string,
  limit: number,
): Promise<Claimed> {
  const query = { name: `claim-deliveries-${limit}`, text: claimText(limit), values: [channelId, leaseMs] };
  const { rows } = await database.query<ClaimedRow>(query);
  // When all due deliveries were cancelled, no row has the count. The next `wake` then continues.
  return { dispatches: await dispatchesOf(database, history, rows), isLast: (rows[0]?.due ?? 0) < limit };
}

async function finishAll(pool: Pool, ends: readonly End[]): Promise<(end: End) => 'finished' | 'claim-lost'> {
  const values = [JSON.stringify(ends.map(rowOf))];
  const query = { name: 'finish-deliveries', text: finishText, values };
  const finished = new Set((await pool.query<AttemptId>(query)).rows.map(keyOf));
  return ({ dispatch }) => (finished.has(keyOf(dispatch)) ? 'finished' : 'claim-lost');
}

function keyOf({ id, attempt }: AttemptId): string {
  return `${id} ${attempt}`;
}

function rowOf({ dispatch: { id, attempt: number }, attempt }: End) {
  const { durationMs, outcome, body } = attempt;
  const { result, cause, status, detail, response, isGone = false, isRecipientRejected = false } = outcome;
  const pauseMs = pauseAfterAttempt(number, attempt);
  return {
    id,
    attempt: number,
    state: result === 'retry' ? (pauseMs === null ? 'failed' : 'pending') : result,
    pause_ms: pauseMs,
    body: body && storable(body),
    duration_ms: durationMs,
    result,
    status,
    detail: storable(detail),
    response: response && storable(response),
    is_gone: isGone,
    is_recipient_rejected: isRecipientRejected,
    cause,
  };
}

function pauseAfterAttempt(
  number: number,
  { outcome: { result, pauseMs }, isInterrupted }: FinishedAttempt,
): number | null {
  if (result !== 'retry') return null;
  return isInterrupted && !pauseMs ? 0 : pauseAfter(number, pauseMs);
}

/** Replaces NUL characters and lone surrogates, which PostgreSQL does not accept. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../../events/events.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import type { OpeningDesk } from './opening-desk.ts';
import type { WaitingRequest } from './opening-report-shape.ts';

/** Of the front of the list, where the next is looked for. */
const mostLookedAt = 200;

const frontText = `
  select r.id, r.customer_name as "customerName", r.type_id as "typeId" from submitted_commission_requests r
  where r.status = 'WAITLISTED' order by r.rank, r.id limit ${mostLookedAt}`;

const countText = `
  select count(*)::int as count from (
    select from submitted_commission_requests r where r.status = 'WAITLISTED' limit 10000
  ) waiting`;

// One move at a time, so that two do not take the same rank.
const lockText = "select pg_advisory_xact_lock(hashtextextended('commission waiting list', 0))";

const ranksText = `
  select r.id, r.status, r.rank from commission_requests r
  where r.id = any($1::uuid[]) and exists (select from submitted_commission_requests s where s.id = r.id)
  for no key update of r`;

const beforeText = `
  select max(r.rank) as rank from commission_requests r
  where r.status = 'WAITLISTED' and r.id <> $1 and ($2::uuid is null or (r.rank, r.id) < ($3::float8, $2::uuid))`;

const renumberText = `
  update commission_requests r set rank = listed.ordinal
  from (
    select id, row_number() over (order by rank, id) as ordinal from commission_requests where status = 'WAITLISTED'
  ) listed
  where listed.id = r.id`;

const moveText = `
  with moved as (
    update commission_requests set rank = $2, version = version + 1, changed_at = now() where id = $1
  )
  insert into request_events (request_id, actor_kind, actor_id, kind) values ($1, $3, $4, 'rank')`;

interface Ranked {
  readonly id: string;
  readonly status: string;
  readonly rank: number | null;
}

export async function readWaiting(pool: Pool) {
  const front = (await pool.query<Omit<WaitingRequest, 'number'>>(frontText)).rows;
  const [counted] = (await pool.query<{ count: number }>(countText)).rows;
  return { count: counted?.count ?? 0, front: front.map((row) => ({ ...row, number: requestNumberOf(row.id) })) };
}

export function createMove(pool: Pool): OpeningDesk['move'] {
  return (id, before, actor) =>
    inTurn(pool, lockText, async (client) => {
      const ranked = (await client.query<Ranked>(ranksText, [before === null ? [id] : [id, before]])).rows;
      const own = ranked.find((entry) => entry.id === id);
      if (own === undefined) return 'missing';
      if (own.status !== 'WAITLISTED') return 'not-waiting';
      const other = ranked.find((entry) => entry.id === before);
      if (before !== null && other?.status !== 'WAITLISTED') return 'not-waiting';
      if (before !== id) await moveBefore(client, id, other ?? null, actor);
      return 'moved';
    });
}

async function moveBefore(client: PoolClient, id: string, other: Ranked | null, actor: Actor): Promise<void> {
  let rank = await rankBefore(client, id, other);
  if (rank === null) {
    // The two are too near each other for a number between them.
    await client.query(renumberText);
    const [again] = (await client.query<Ranked>(ranksText, [[other?.id]])).rows;
    rank = await rankBefore(client, id, again ?? null);
  }
  await client.query(moveText, [id, rank, actor.kind, actor.id]);
}

/** Resolves with a rank between the other request and the one before it, or with null when there is none. */
async function rankBefore(client: PoolClient, id: string, other: Ranked | null): Promise<number | null> {
  const [row] = (await client.query<{ rank: number | null }>(beforeText, [id, other?.id ?? null, other?.rank ?? null]))
    .rows;
  const previous = row?.rank ?? null;
  if (other === null) return (previous ?? 0) + 1;
  const next = other.rank ?? 0;
  if (previous === null) return next - 1;
  const middle = (previous + next) / 2;
  return middle > previous && middle < next ? middle : null;
}

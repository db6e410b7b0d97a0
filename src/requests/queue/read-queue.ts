import type { Pool } from 'pg';
import { requestNumberOf } from '../../intake/submission/request-number.ts';

/** A request in the queue. Its texts come from strangers. */
export interface QueuedRequest {
  readonly section: 'inProgress' | 'next' | 'finished';
  readonly id: string;
  readonly typeId: string | null;
  /** `YYYY-MM`, in UTC. */
  readonly month: string;
  /** Null also until an operator shows it. */
  readonly queueName: string | null;
}

export interface QueuedRequests {
  readonly requests: readonly QueuedRequest[];
  readonly waiting: number;
}

const mostOfSection = 100;
const mostFinished = 20;
const mostWaiting = 10_000;
const shownCharacters = 4;

const columns = `
  r.id, left(r.type_id, 201) as "typeId", to_char(r.created_at at time zone 'UTC', 'YYYY-MM') as month,
  case when r.queue_name_shown then r.commission_form ->> 'queueName' end as "queueName"`;

const text = `
  (
    select 'inProgress' as section, ${columns} from submitted_commission_requests r
    where r.status = 'IN_PROGRESS' order by r.id limit ${mostOfSection}
  ) union all (
    select 'next' as section, ${columns} from submitted_commission_requests r
    where r.status = 'ACCEPTED' order by r.id limit ${mostOfSection}
  ) union all (
    select 'finished' as section, ${columns} from submitted_commission_requests r
    where r.status = 'COMPLETED' and r.changed_at > now() - interval '90 days'
    order by r.changed_at desc, r.id desc limit ${mostFinished}
  )`;

const waitingText = `
  select count(*)::int as count
  from (select from submitted_commission_requests r where r.status = 'WAITLISTED' limit ${mostWaiting}) waiting`;

export async function readQueue(pool: Pool): Promise<QueuedRequests> {
  const { rows } = await pool.query<QueuedRequest>(text);
  const [waiting] = (await pool.query<{ count: number }>(waitingText)).rows;
  return { requests: rows, waiting: waiting?.count ?? 0 };
}

/** Returns the public part of the number. It identifies no request. */
export function shownNumberOf(id: string): string {
  return requestNumberOf(id).slice(0, shownCharacters);
}

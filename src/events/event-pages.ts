import type { Pool } from 'pg';
import { ownersEventKinds } from './event-kinds.ts';
import {
  type EventPosition,
  type EventRow,
  eventColumns,
  eventJoins,
  eventOf,
  positionCursor,
  positionOf,
} from './event-row.ts';
import type { HistoryEvent } from './event-shape.ts';
import type { AuditHistory, EventFeed } from './events.ts';
import { timeLimited } from './time-limited.ts';

const feedPurpose = 'feed';

/** The position before the first event. */
const start: EventPosition = { epoch: 0, tx: '0', seq: '0' };

/**
 * The condition for events that no running transaction can still precede. Events of earlier epochs always meet it:
 * their transaction ids come from another cluster and cannot be compared with those of this one.
 */
export const settledEvents = `
  (e.epoch < (select feed_epoch from service_state) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))`;

/** SQL: the value `from` of the erasure of a request that the guard held. */
export const heldErasure = `'"held"'::jsonb`;

// A scalar subquery is evaluated for each event of the page. A join could read all requests.
const isOfHeld = `
  ((select r.hold from commission_requests r where r.id = e.request_id) is not null or e.kind = 'erasure' and e."from" is not distinct from ${heldErasure})`;

// The page is selected before the joins. The planner does not know how many events follow a position. With the joins in
// the same query it would read and sort all of them.
const readText = `
  with page as materialized (
    select e.* from request_events e
    where (e.epoch, e.tx, e.seq) > ($1::int, $2::xid8, $3::bigint) and ${settledEvents} and not ${isOfHeld}
      and e.kind <> all($5::text[])
    order by e.epoch, e.tx, e.seq limit $4
  )
  select ${eventColumns} from page e ${eventJoins} order by e.epoch, e.tx, e.seq`;

const endText = `
  select e.epoch, e.tx::text as tx, e.seq::text as seq from request_events e
  where ${settledEvents} order by e.epoch desc, e.tx desc, e.seq desc limit 1`;

export function createEventFeed(pool: Pool): EventFeed {
  return {
    async read(after, limit) {
      const position = after === null ? start : positionOf(after, feedPurpose);
      if (position === null) return null;
      const values = [position.epoch, position.tx, position.seq, limit, ownersEventKinds];
      const { rows } = await timeLimited(() => pool.query<EventRow>({ name: 'event-feed', text: readText, values }));
      const items = rows.map((row) => ({ ...eventOf(row), cursor: cursorOf(row) }));
      return { items, next: cursorOf(rows.at(-1) ?? position) };
    },
    async end() {
      const [row] = (await timeLimited(() => pool.query<EventPosition>(endText))).rows;
      return cursorOf(row ?? start);
    },
  };
}

const cursorOf = (position: EventPosition) => positionCursor(feedPurpose, position);

const historyPurpose = 'history';

// A scalar subquery, as above.
const customerName = `
  (select nullif(r.customer_name, '') from commission_requests r where r.id = e.request_id) as "customerName"`;

const seen = "e.actor_kind <> 'customer' and e.kind <> all($2::text[])";
const newestText = pageText(seen);
const olderText = pageText(`${seen} and (e.epoch, e.tx, e.seq) < ($3::int, $4::xid8, $5::bigint)`);

/** Selects the page before it joins the names of the actors. Otherwise the planner would read and sort all events. */
function pageText(condition: string): string {
  return `
    with page as materialized (
      select e.* from request_events e where ${condition} order by e.epoch desc, e.tx desc, e.seq desc limit $1
    )
    select ${eventColumns}, ${customerName} from page e ${eventJoins} order by e.epoch desc, e.tx desc, e.seq desc`;
}

type HistoryRow = EventRow & Pick<HistoryEvent, 'customerName'>;

export function createAuditHistory(pool: Pool): AuditHistory {
  return {
    async read(cursor, limit, hidden = []) {
      const position = cursor === null ? null : positionOf(cursor, historyPurpose);
      if (cursor !== null && position === null) return null;
      const text = position === null ? newestText : olderText;
      const values = position === null ? [] : [position.epoch, position.tx, position.seq];
      const { rows } = await timeLimited(() => pool.query<HistoryRow>(text, [limit + 1, hidden, ...values]));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      const items = rows.slice(0, limit).map((row) => ({ ...eventOf(row), customerName: row.customerName }));
      return { items, next: last ? positionCursor(historyPurpose, last) : null };
    },
  };
}

import type { Pool } from 'pg';
import { type EventPosition, positionCursor, positionOf } from './event-position.ts';
import { type EventRow, eventColumns, eventJoins, eventOf } from './event-row.ts';
import type { EventFeed } from './events.ts';
import { timeLimited } from './query-timeout.ts';

const purpose = 'feed';

/** The position before the first event. */
const start: EventPosition = { epoch: 0, tx: '0', seq: '0' };

/**
 * The condition for events that no running transaction can still precede. Events of earlier epochs always meet it:
 * their transaction ids come from another cluster and cannot be compared with those of this one.
 */
export const settledEvents = `
  (e.epoch < (select feed_epoch from service_state) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))`;

// The page is selected before the joins. The planner does not know how many events follow a position. With the joins in
// the same query it would read and sort all of them.
const readText = `
  with page as materialized (
    select e.* from request_events e
    where (e.epoch, e.tx, e.seq) > ($1::int, $2::xid8, $3::bigint) and ${settledEvents}
    order by e.epoch, e.tx, e.seq limit $4
  )
  select ${eventColumns} from page e ${eventJoins} order by e.epoch, e.tx, e.seq`;

const endText = `
  select e.epoch, e.tx::text as tx, e.seq::text as seq from request_events e
  where ${settledEvents} order by e.epoch desc, e.tx desc, e.seq desc limit 1`;

export function createEventFeed(pool: Pool): EventFeed {
  return {
    async read(after, limit) {
      const position = after === null ? start : positionOf(after, purpose);
      if (position === null) return null;
      const values = [position.epoch, position.tx, position.seq, limit];
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

const cursorOf = (position: EventPosition) => positionCursor(purpose, position);

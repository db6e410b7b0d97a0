import type { Pool } from 'pg';
import { positionCursor, positionOf } from './event-position.ts';
import { type EventRow, eventColumns, eventJoins, eventOf } from './event-row.ts';
import type { AuditHistory } from './events.ts';
import { timeLimited } from './query-timeout.ts';

const purpose = 'history';

const newestText = pageText("e.actor_kind <> 'customer'");
const olderText = pageText("e.actor_kind <> 'customer' and (e.epoch, e.tx, e.seq) < ($2::int, $3::xid8, $4::bigint)");

/** Selects the page before it joins the names of the actors, for the reason that `event-feed.ts` gives. */
function pageText(condition: string): string {
  return `
    with page as materialized (
      select e.* from request_events e where ${condition} order by e.epoch desc, e.tx desc, e.seq desc limit $1
    )
    select ${eventColumns} from page e ${eventJoins} order by e.epoch desc, e.tx desc, e.seq desc`;
}

export function createAuditHistory(pool: Pool): AuditHistory {
  return {
    async read(cursor, limit) {
      const position = cursor === null ? null : positionOf(cursor, purpose);
      if (cursor !== null && position === null) return null;
      const text = position === null ? newestText : olderText;
      const values = position === null ? [] : [position.epoch, position.tx, position.seq];
      const { rows } = await timeLimited(() => pool.query<EventRow>(text, [limit + 1, ...values]));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { items: rows.slice(0, limit).map(eventOf), next: last ? positionCursor(purpose, last) : null };
    },
  };
}

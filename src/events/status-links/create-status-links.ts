import type { Pool } from 'pg';
import type { StatusLink, StatusLinks } from './status-links.ts';

const currentLinkText = `
  select status_link_version as version from submitted_commission_requests where id = $1`;

// The row lock runs concurrent renewals one after the other: the second reads the version that the first committed.
const renewLinkText = `
  with renewed as (
    update commission_requests r set status_link_version = r.status_link_version + 1
    where r.id = $1 and exists (select from submitted_commission_requests s where s.id = r.id)
    returning r.id, r.status_link_version as version
  ), recorded as (
    insert into request_events (request_id, actor_kind, actor_id, kind, "from", "to")
    select id, $2, $3, 'status-link', to_jsonb(version - 1), to_jsonb(version) from renewed
  )
  select version from renewed`;

/** Creates the store of link versions. A new link does not change the version of its request. */
export function createStatusLinks(pool: Pool): StatusLinks {
  async function link(requestId: string, text: string, values: readonly unknown[]): Promise<StatusLink | null> {
    const [row] = (await pool.query<{ version: number }>(text, [requestId, ...values])).rows;
    return row ? { requestId, version: row.version } : null;
  }

  return {
    current: (requestId) => link(requestId, currentLinkText, []),
    renew: (requestId, { kind, id }) => link(requestId, renewLinkText, [kind, id]),
  };
}

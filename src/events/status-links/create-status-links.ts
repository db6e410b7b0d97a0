import type { Pool } from 'pg';
import { shownText } from '../entry-clauses.ts';
import type { CustomerStatus, StatusLink, StatusLinks, StatusReader } from './status-links.ts';

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

const findText = `
  select r.id as "requestId", r.created_at as "createdAt", r.status, ${shownText('public-message')} as "publicMessage",
    (select count(*)::int from commission_request_files f where f.request_id = r.id) as "fileCount",
    json_build_object(
      'answerCount', (select count(*) from jsonb_object_keys(coalesce(r.commission_form -> 'answers', '{}'))),
      'estimate', r.commission_form -> 'estimate',
      'terms', coalesce(r.commission_form -> 'terms', '[]')
    ) as told
  from submitted_commission_requests r where r.id = $1 and r.status_link_version = $2`;

/** The link that is looked up for an invalid token. No request has this id (RFC 9562 section 5.9) or this version. */
const noLink: StatusLink = { requestId: '00000000-0000-0000-0000-000000000000', version: 0 };

/** Creates a reader that runs the same query for every link, so that its timing reveals nothing. */
export function createStatusReader(pool: Pool): StatusReader {
  return {
    async find(link) {
      const { requestId, version } = link ?? noLink;
      const query = { name: 'customer-status', text: findText, values: [requestId, version] };
      return (await pool.query<CustomerStatus>(query)).rows[0] ?? null;
    },
  };
}

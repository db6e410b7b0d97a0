import type { Pool } from 'pg';
import type { CustomerStatus, StatusLink, StatusReader } from './status-links.ts';

const findText = `
  select r.id as "requestId", r.created_at as "createdAt", r.status, r.public_message as "publicMessage",
    (select count(*)::int from commission_request_files f where f.request_id = r.id) as "fileCount"
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

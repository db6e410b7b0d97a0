import type { Pool } from 'pg';
import type { RequestStatus } from '../inbox/statuses.ts';
import type { StatusLink, StatusReader } from './status-links.ts';

const findText = `
  select r.id, r.created_at, r.status, r.public_message,
    (select count(*)::int from commission_request_files f where f.request_id = r.id) as file_count
  from submitted_commission_requests r where r.id = $1 and r.status_link_version = $2`;

/** Looked up where there is no link. No request has this id (RFC 9562 section 5.9) or this version. */
const noLink: StatusLink = { requestId: '00000000-0000-0000-0000-000000000000', version: 0 };

interface StatusRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: RequestStatus;
  readonly public_message: string | null;
  readonly file_count: number;
}

/** Reads the view of submitted requests in PostgreSQL, with one query whatever the link. */
export function createStatusReader(pool: Pool): StatusReader {
  return {
    async find(link) {
      const { requestId, version } = link ?? noLink;
      const query = { name: 'customer-status', text: findText, values: [requestId, version] };
      const [row] = (await pool.query<StatusRow>(query)).rows;
      if (row === undefined) return null;
      return {
        requestId: row.id,
        createdAt: row.created_at,
        status: row.status,
        publicMessage: row.public_message,
        fileCount: row.file_count,
      };
    },
  };
}

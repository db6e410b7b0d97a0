import type { Pool } from 'pg';
import type { CustomerStatus, StatusLink, StatusReader } from '../../events/status-links/status-links.ts';
import { columnsText } from './read-requests.ts';
import { facets } from './registry.ts';

/** Only of facets that opt in. */
const columns = columnsText(Object.assign({}, ...facets.map((facet) => ('customer' in facet ? facet.customer : {}))));

const findText = `
  select r.id as "requestId", ${columns} from submitted_commission_requests r
  where r.id = $1 and r.status_link_version = $2`;

type Row = Omit<CustomerStatus, 'details'> & CustomerStatus['details'];

/** The link that is looked up for an invalid token. No request has this id (RFC 9562 section 5.9) or this version. */
const noLink: StatusLink = { requestId: '00000000-0000-0000-0000-000000000000', version: 0 };

/** Creates a reader that runs the same query for every link, so that its timing reveals nothing. */
export function createStatusReader(pool: Pool): StatusReader {
  return {
    async find(link) {
      const { requestId, version } = link ?? noLink;
      const query = { name: 'customer-status', text: findText, values: [requestId, version] };
      const [row] = (await pool.query<Row>(query)).rows;
      return row ? statusOf(row) : null;
    },
  };
}

function statusOf({ requestId, createdAt, status, publicMessage, fileCount, ...details }: Row): CustomerStatus {
  return { requestId, createdAt, status, publicMessage, fileCount, details };
}

import type { Pool } from 'pg';
import type { CustomerStatus, OrderedWork, StatusLink, StatusReader } from '../../events/status-links/status-links.ts';
import { type AskingStudio, createStudioHistory } from '../../studio/revisions/studio-history.ts';
import { columnsText } from './read-requests.ts';
import { facets } from './registry.ts';

/** The columns of the facets that opt in. */
const columns = columnsText(Object.assign({}, ...facets.map((facet) => ('customer' in facet ? facet.customer : {}))));

const findText = `
  select r.id as "requestId", ${columns} from submitted_commission_requests r
  where r.id = $1 and r.status_link_version = $2`;

interface Row extends Omit<CustomerStatus, 'work' | 'terms'> {
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly shownRevision: number | null;
  readonly terms: readonly { readonly id: string; readonly sha256: string }[];
}

/** The link that is looked up for an invalid token. No request has this id (RFC 9562 section 5.9) or this version. */
const noLink: StatusLink = { requestId: '00000000-0000-0000-0000-000000000000', version: 0 };

/**
 * Creates a reader that runs the same query for every link, so that its timing reveals nothing. Only a valid link may read
 * a revision of the studio too.
 */
export function createStatusReader(pool: Pool): StatusReader {
  const history = createStudioHistory();
  return {
    async find(link) {
      const { requestId, version } = link ?? noLink;
      const query = { name: 'customer-status', text: findText, values: [requestId, version] };
      const [row] = (await pool.query<Row>(query)).rows;
      if (row === undefined) return null;
      const [studio] = await history.studiosOf(pool, [row]);
      return statusOf(row, studio ?? null);
    },
  };
}

function statusOf({ typeId, optionId, shownRevision: _, terms, ...row }: Row, studio: AskingStudio | null) {
  return {
    ...row,
    work: studio === null ? null : workOf(studio, typeId, optionId),
    terms: terms.map(({ id, sha256 }) => ({
      sha256,
      title: studio?.terms.find((one) => one.id === id)?.title ?? null,
    })),
  };
}

function workOf({ types }: AskingStudio, typeId: string | null, optionId: string | null): OrderedWork | null {
  const type = types.find(({ id }) => id === typeId);
  if (type === undefined) return null;
  return {
    type: type.name,
    option: type.options.find(({ id }) => id === optionId)?.name ?? null,
    picture: type.pictures[0]?.sha256 ?? null,
  };
}

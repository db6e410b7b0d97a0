import type { Pool } from 'pg';
import type { RequestStatus } from '../../events/statuses.ts';
import { mailboxKey } from '../../intake/submission/mailbox.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { mailboxValues, maybeOfMailbox } from '../../requests/inbox/requests-of-mailbox.ts';
import type { ErasureCandidates } from './erasure.ts';
import type { ErasureCandidate } from './erasure-shape.ts';
import { retentionExpiredClause } from './retention.ts';

const columns = `
  r.id, r.created_at, r.status, r.customer_email,
  (select count(*)::int from commission_request_files f where f.request_id = r.id) as files,
  (select coalesce(sum(f.file_size), 0)::float8 from commission_request_files f where f.request_id = r.id) as bytes`;

const findText = `select ${columns} from submitted_commission_requests r where r.id = $1`;

const ofPersonText = `
  select ${columns} from submitted_commission_requests r
  where ${maybeOfMailbox}
  order by r.id`;

const expiredText = `
  select ${columns} from submitted_commission_requests r
  join unnest($1::text[], $2::int[]) as rule (status, days) on ${retentionExpiredClause}
  order by r.id limit $3`;

interface CandidateRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: RequestStatus;
  readonly customer_email: string;
  readonly files: number;
  readonly bytes: number;
}

export function createErasureCandidates(pool: Pool): ErasureCandidates {
  async function read(text: string, values: unknown[]): Promise<CandidateRow[]> {
    return (await pool.query<CandidateRow>(text, values)).rows;
  }

  return {
    async find(id) {
      const [row] = await read(findText, [id]);
      return row ? candidateOf(row) : null;
    },
    async ofPerson(email) {
      const key = mailboxKey(email);
      const rows = await read(ofPersonText, [...(await mailboxValues(pool, email)), key]);
      return rows.filter((row) => mailboxKey(row.customer_email) === key).map(candidateOf);
    },
    async expired(rules, limit) {
      if (rules.length === 0) return [];
      const values = [rules.map(({ status }) => status), rules.map(({ days }) => days), limit];
      return (await read(expiredText, values)).map(candidateOf);
    },
  };
}

function candidateOf({ id, created_at, status, files, bytes }: CandidateRow): ErasureCandidate {
  return { id, number: requestNumberOf(id), createdAt: created_at, status, files, bytes };
}

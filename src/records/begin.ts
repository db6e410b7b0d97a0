import type { Pool } from 'pg';
import type { Submission } from '../submission/submission.ts';
import { createGroupCommit } from './group-commit.ts';
import { asNotStored, queryConnected } from './store-statement.ts';
import type { Claim } from './submission-records.ts';

export const submittedColumns = `(
  id uuid, created_at timestamptz, customer_name text, customer_email text, customer_socials text, message text,
  type_id text, option_id text, custom_card_id text, ip_address text, user_agent text, extra_ids text[], keys text[]
)`;

const submitted = `submitted as (select * from json_to_recordset($1) as ${submittedColumns})`;

export const insertRequests = `
  insert into commission_requests (
    id, created_at, status, customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, extra_ids
  )
  select
    id, created_at, 'NEW', customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, extra_ids
  from submitted`;

// The key-share lock makes an extra that is being deleted a missing one instead of a failed submission (C18).
export const insertLinks = `
  insert into commission_request_extras (request_id, extra_id)
  select submitted.id, extra.id from submitted join commission_extras extra on extra.id = any(submitted.extra_ids)
  for key share of extra`;

const insertIntents = `
  insert into upload_intents (request_id, keys, lease_until)
  select id, keys, now() + $2 * interval '1 millisecond' from submitted where cardinality(keys) > 0`;

const quotesAndComma = 3;

/** Several submissions at once are begun by one statement, so in one round trip and one transaction. */
export function createBegin(
  pool: Pool,
  leaseMs: number,
  statementsAtOnce: number,
): (submission: Submission) => Promise<Claim> {
  async function insert(submissions: readonly Submission[]): Promise<(submission: Submission) => Claim> {
    await queryConnected(pool, beginQuery(submissions, leaseMs));
    return ({ id }) => ({ requestId: id, fence: 1 });
  }

  const insertTogether = createGroupCommit(insert, statementsAtOnce, identifierCharacters);
  return async (submission) => {
    try {
      return await insertTogether(submission);
    } catch (error) {
      throw asNotStored(error);
    }
  };
}

/** Identifiers and lists of them may be as long as a payload may. */
function identifierCharacters({ payload }: Submission): number {
  const { typeId, optionId, customCardId, extraIds } = payload;
  const own = (typeId?.length ?? 0) + (optionId?.length ?? 0) + (customCardId?.length ?? 0);
  return extraIds.reduce((sum, id) => sum + id.length + quotesAndComma, own);
}

function beginQuery(submissions: readonly Submission[], leaseMs: number) {
  const linksPart = submissions.some(({ payload }) => payload.extraIds.length > 0) ? linksOf(submissions.length) : null;
  const intentsPart = submissions.some(({ files }) => files.length > 0) ? intents : null;
  const parts = [linksPart, intentsPart].filter((part) => part !== null);
  const clauses = [submitted, ...parts.map(({ clause }) => clause)].join(', ');
  const rows = JSON.stringify(submissions.map(rowOf));
  return {
    name: ['begin', ...parts.map(({ name }) => name)].join('-'),
    text: `with ${clauses} ${insertRequests}`,
    values: intentsPart ? [rows, leaseMs] : [rows],
  };
}

const intents = { name: 'intent', clause: `intents as (${insertIntents})` };

// Several submissions do not wait together for a lock that one of them needs: they are refused, and it waits alone.
function linksOf(submissionCount: number) {
  return submissionCount === 1
    ? { name: 'links', clause: `links as (${insertLinks})` }
    : { name: 'links-nowait', clause: `links as (${insertLinks} nowait)` };
}

export function rowOf({ id, createdAt, payload, client, files }: Submission) {
  return {
    id,
    created_at: createdAt,
    customer_name: payload.customerName,
    customer_email: payload.customerEmail,
    customer_socials: payload.customerSocials,
    message: payload.message,
    type_id: payload.typeId,
    option_id: payload.optionId,
    custom_card_id: payload.customCardId,
    ip_address: client.ipAddress,
    user_agent: client.userAgent,
    extra_ids: payload.extraIds,
    keys: files.map((file) => file.key),
  };
}

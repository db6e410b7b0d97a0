import type { Pool } from 'pg';
import type { Submission } from '../submission/submission.ts';
import type { Claim } from './submission-records.ts';

const insertRequest = `
  insert into commission_requests (
    id, created_at, status, customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, extra_ids
  ) values ($1, $2, 'NEW', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

// The key-share lock makes an extra that is being deleted a missing one instead of a failed submission (C18).
const insertLinks = `
  insert into commission_request_extras (request_id, extra_id)
  select $1::uuid, id from commission_extras where id = any($12::text[]) for key share`;

const insertIntent = `
  insert into upload_intents (request_id, keys, lease_until)
  values ($1, $13::text[], now() + $14 * interval '1 millisecond')`;

/** One statement, so one round trip and one transaction, whatever parts it has. */
export async function begin(pool: Pool, submission: Submission, leaseMs: number): Promise<Claim> {
  await pool.query(beginQuery(submission, leaseMs));
  return { requestId: submission.id, fence: 1 };
}

function beginQuery(submission: Submission, leaseMs: number) {
  const withLinks = submission.payload.extraIds.length > 0;
  const withIntent = submission.files.length > 0;
  const also = [withLinks ? `links as (${insertLinks})` : '', withIntent ? `intent as (${insertIntent})` : ''];
  const clauses = also.filter(Boolean).join(', ');
  return {
    name: `begin${withLinks ? '-links' : ''}${withIntent ? '-intent' : ''}`,
    text: clauses ? `with ${clauses} ${insertRequest}` : insertRequest,
    values: [...requestValues(submission), ...(withIntent ? [submission.files.map((file) => file.key), leaseMs] : [])],
  };
}

function requestValues({ id, createdAt, payload, client }: Submission) {
  return [
    id,
    createdAt.toISOString(),
    payload.customerName,
    payload.customerEmail,
    payload.customerSocials,
    payload.message,
    payload.typeId,
    payload.optionId,
    payload.customCardId,
    client.ipAddress,
    client.userAgent,
    payload.extraIds,
  ];
}

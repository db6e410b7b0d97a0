import type { Submission } from '../submission/submission.ts';

/** The columns of `rowOf`, for `json_to_recordset`. */
export const submittedColumns = `(
  id uuid, created_at timestamptz, customer_name text, customer_email text, customer_socials text, message text,
  type_id text, option_id text, custom_card_id text, ip_address text, user_agent text, language text, extra_ids text[],
  keys text[], idempotency_key text, fingerprint text
)`;

/** Stores the requests of `submitted`. */
export const insertRequests = `
  insert into commission_requests (
    id, created_at, status, customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, language, extra_ids, has_files
  )
  select
    id, created_at, 'NEW', customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, language, extra_ids, keys <> '{}'
  from submitted`;

export function rowOf({ id, createdAt, payload, client, idempotency, files }: Submission) {
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
    language: client.language,
    extra_ids: payload.extraIds,
    keys: files.map((file) => file.key),
    idempotency_key: idempotency?.key,
    fingerprint: idempotency?.fingerprint,
  };
}

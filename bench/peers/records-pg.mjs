import { randomUUID } from 'node:crypto';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
pool.on('error', (error) => console.error(error));

export async function insertRequest({ id, createdAt, payload, client }) {
  await pool.query({
    name: 'insert-request',
    text: `insert into commission_requests (
             id, created_at, status, customer_name, customer_email, customer_socials, message,
             type_id, option_id, custom_card_id, ip_address, user_agent, extra_ids
           ) values ($1, $2, 'NEW', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      id,
      createdAt,
      payload.customerName,
      payload.customerEmail,
      payload.customerSocials ?? null,
      payload.message,
      payload.typeId ?? null,
      payload.optionId ?? null,
      payload.customCardId ?? null,
      client.ipAddress,
      client.userAgent,
      payload.extraIds,
    ],
  });
  if (payload.extraIds.length > 0) await insertLinks(id, payload.extraIds);
}

async function insertLinks(requestId, extraIds) {
  await pool.query({
    name: 'insert-links',
    text: `insert into commission_request_extras (request_id, extra_id)
           select $1::uuid, id from commission_extras where id = any($2::text[])`,
    values: [requestId, extraIds],
  });
}

export async function insertFiles({ id, createdAt }, files) {
  await pool.query({
    name: 'insert-files',
    text: `insert into commission_request_files (
             id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
           ) select file.id, $1, file.position, file.key, file.name, file.type, file.size, $2, file.sha256
           from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[])
             as file (id, position, key, name, type, size, sha256)`,
    values: [
      id,
      createdAt,
      files.map(() => randomUUID()),
      files.map((_file, position) => position),
      files.map((file) => file.key),
      files.map((file) => file.name),
      files.map((file) => file.type),
      files.map((file) => file.bytes.length),
      files.map((file) => file.sha256),
    ],
  });
}

export async function deleteRequest(id) {
  await pool.query('delete from commission_requests where id = $1', [id]);
}

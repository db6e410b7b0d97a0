import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

const sql = connect(new URL(process.env.DATABASE_URL));

/** The driver takes the host only from the address of a URL, not from its parameters. */
function connect({ searchParams, hostname, port, username, password, pathname }) {
  return postgres({
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    max: 32,
  });
}

export async function insertRequest({ id, createdAt, payload, client }) {
  const row = {
    id,
    created_at: createdAt,
    status: 'NEW',
    customer_name: payload.customerName,
    customer_email: payload.customerEmail,
    customer_socials: payload.customerSocials ?? null,
    message: payload.message,
    type_id: payload.typeId ?? null,
    option_id: payload.optionId ?? null,
    custom_card_id: payload.customCardId ?? null,
    ip_address: client.ipAddress,
    user_agent: client.userAgent,
    extra_ids: payload.extraIds,
  };
  await sql`insert into commission_requests ${sql(row)}`;
  if (payload.extraIds.length > 0) await insertLinks(id, payload.extraIds);
}

async function insertLinks(requestId, extraIds) {
  await sql`
    insert into commission_request_extras (request_id, extra_id)
    select ${requestId}::uuid, id from commission_extras where id = any(${extraIds}::text[])`;
}

export async function insertFiles({ id, createdAt }, files) {
  const rows = files.map((file, position) => ({
    id: randomUUID(),
    request_id: id,
    position,
    file_key: file.key,
    original_file: file.name,
    file_type: file.type,
    file_size: file.bytes.length,
    upload_date: createdAt,
    sha256: file.sha256,
  }));
  await sql`insert into commission_request_files ${sql(rows)}`;
}

export async function deleteRequest(id) {
  await sql`delete from commission_requests where id = ${id}`;
}

import type { Pool } from 'pg';

/** Texts of up to 1,600 characters, so that a row has between half a kilobyte and five kilobytes. */
const requestsText = `
  insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, has_files)
  select time_ordered_id(), now(), (array['NEW', 'ACCEPTED', 'DECLINED'])[1 + i % 3], 'Zoë Müller ' || i,
    'customer' || i || '@example.org',
    left(repeat((array[
      'Two cats, in oil, on a blue ground. ', 'Zwei Katzen in Öl – „wie neulich“. ', '青い背景に猫を二匹、油絵で。', 'Две кошки, маслом. '
    ])[1 + i % 4], 90), 20 + i % 1580), '{}', i % 4 <> 0
  from generate_series(1, $1::int) i`;

/** Two files for each request that has files, which is 1.5 for each request on average. */
const filesText = `
  insert into commission_request_files (
    id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
  )
  select gen_random_uuid(), r.id, position, gen_random_uuid()::text, 'reference ' || position || '.png', 'image/png', 1000, now(),
    repeat('0', 64)
  from commission_requests r, generate_series(0, 1) position where r.has_files`;

/** Stores this many requests directly in the database of a running service, which takes seconds instead of minutes. */
export async function fillTables(pool: Pool, requests: number): Promise<void> {
  await pool.query(requestsText, [requests]);
  await pool.query(filesText);
  await pool.query('analyze');
}

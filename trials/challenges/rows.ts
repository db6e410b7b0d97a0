import type { Pool } from 'pg';

const tablesText = "select format('%I', tablename) as name from pg_tables where schemaname = 'public'";

/** Resolves with the number of rows of all tables. */
export async function countAllRows(pool: Pool): Promise<number> {
  const { rows: tables } = await pool.query<{ name: string }>(tablesText);
  const counts = tables.map(({ name }) => `(select count(*) from ${name})`).join(' + ');
  const { rows } = await pool.query<{ count: number }>(`select (${counts})::int as count`);
  return rows[0]?.count ?? 0;
}

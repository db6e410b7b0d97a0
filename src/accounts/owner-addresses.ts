import type { Pool } from 'pg';

/** Returns a function that finds the e-mail addresses of the owners who can sign in. */
export function createOwnerAddresses(pool: Pool): () => Promise<readonly string[]> {
  const text = `
    select email from operators
    where role = 'owner' and disabled_at is null and removed_at is null order by created_at, id`;
  return async () => (await pool.query<{ email: string }>(text)).rows.map(({ email }) => email);
}

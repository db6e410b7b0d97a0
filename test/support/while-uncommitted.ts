import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import { inTransaction } from '../../src/platform/database/transaction.ts';

/**
 * Changes something in a transaction, and commits when `act` waits for it or is done: facts that `act` has checked until
 * then, it has checked before the change.
 * @param change Its pool runs everything on the transaction's connection
 * @param afterwards Before the commit, while `act` waits
 */
export async function whileUncommitted<T>(
  pool: Pool,
  change: (client: PoolClient, pool: Pool) => Promise<unknown>,
  act: () => Promise<T>,
  afterwards?: (client: PoolClient) => Promise<unknown>,
): Promise<T> {
  const { acting } = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await change(client, poolOf(client));
    let isDone = false;
    const begun = act().finally(() => {
      isDone = true;
    });
    begun.catch(() => {});
    const text = 'select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))) as found';
    const isBlocked = async () => (await pool.query<{ found: boolean }>(text, [rows[0]?.pid])).rows[0]?.found;
    await expect.poll(async () => isDone || (await isBlocked())).toBe(true);
    await afterwards?.(client);
    return { acting: begun };
  });
  return acting;
}

function poolOf(client: PoolClient): Pool {
  const query = (text: string, values?: unknown[]) =>
    /^(?:begin|commit)$/.test(text) ? undefined : client.query(text, values);
  return { query, connect: async () => ({ query, release() {} }) } as unknown as Pool;
}

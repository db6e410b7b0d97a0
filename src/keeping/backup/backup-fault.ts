import type { Pool } from 'pg';

/** Longest text that is kept, in characters. */
const maxLength = 1000;

/**
 * Records how a call of `commissions backup` ended, for doctor, inbox and metrics.
 * @param fault Why there is no whole back-up, without credentials. Null after a whole one.
 */
export async function recordBackupFault(pool: Pool, fault: string | null): Promise<void> {
  await pool.query(
    'update service_state set backup_fault = $1, backup_failed_at = case when $1::text is null then null else now() end',
    [fault?.slice(0, maxLength) ?? null],
  );
}

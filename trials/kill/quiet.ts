import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const pollMs = 100;
const timeoutMs = 60_000;

/**
 * Waits until recovery has undone every upload that no process completes and has deleted its journal entry. For that,
 * moves the grace periods into the past. Resolves with the remaining journal entries when their number stays the same
 * for a while.
 */
export async function untilQuiet(pool: Pool): Promise<string[]> {
  let left = await intents(pool);
  for (let giveUpAt = Date.now() + timeoutMs; left.length > 0; await sleep(pollMs)) {
    await endGrace(pool);
    const now = await intents(pool);
    if (now.length < left.length) giveUpAt = Date.now() + timeoutMs;
    else if (Date.now() > giveUpAt) return now;
    left = now;
  }
  return [];
}

/**
 * Makes condemned uploads due that were not tried yet or whose grace period is over. In this trial the grace period is
 * shorter than the pause between two attempts.
 */
export async function makeDue(pool: Pool, graceMs: number): Promise<void> {
  await pool.query(
    `update upload_intents set next_attempt_at = now()
     where state = 'CONDEMNED' and (attempts = 0 or condemned_at < now() - $1 * interval '1 millisecond')`,
    [graceMs],
  );
}

/** Ends each grace period once, so that uploads whose objects are being deleted are not claimed again. */
async function endGrace(pool: Pool): Promise<void> {
  await pool.query(
    `update upload_intents set next_attempt_at = now(), condemned_at = condemned_at - interval '1 day'
     where state = 'CONDEMNED' and condemned_at > now() - interval '12 hours'`,
  );
}

async function intents(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>('select row_to_json(i)::text as line from upload_intents i');
  return rows.map(({ line }) => line);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const pollMs = 100;
const timeoutMs = 60_000;

/**
 * Waits until recovery has taken back every upload that nobody completes and, its grace period moved into the past,
 * has forgotten it. Gives what is left in the journal when for a while nothing goes.
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
 * Has condemned uploads tried now that were not tried yet, and those whose grace period is over: it is shorter here
 * than the pause between two tries.
 */
export async function makeDue(pool: Pool, graceMs: number): Promise<void> {
  await pool.query(
    `update upload_intents set next_try = now()
     where state = 'CONDEMNED' and (tries = 0 or condemned_at < now() - $1 * interval '1 millisecond')`,
    [graceMs],
  );
}

/** Once for each: those that are being deleted now are not to be handed out again. */
async function endGrace(pool: Pool): Promise<void> {
  await pool.query(
    `update upload_intents set next_try = now(), condemned_at = condemned_at - interval '1 day'
     where state = 'CONDEMNED' and condemned_at > now() - interval '12 hours'`,
  );
}

async function intents(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>('select row_to_json(i)::text as line from upload_intents i');
  return rows.map(({ line }) => line);
}

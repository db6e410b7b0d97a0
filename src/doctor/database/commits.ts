import type { Pool, PoolClient } from 'pg';
import { type Finding, ok, skipped, warning, wrong } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';

const samples = 7;
/** After this time no further sample is taken, and the wait for a commit ends. */
const timeoutMs = 3000;
/** A round trip inside a data centre takes less. */
const farMs = 20;
/** Every submission waits for two commits. */
const slowMs = 50;

// A message in the server's write-ahead log makes a commit that has to reach the disk, and changes no table.
const commitText = `begin; select pg_logical_emit_message(true, 'commissions doctor', ''); commit`;

/** SQL states: undefined function, not in the required state, read-only transaction, insufficient privilege. */
const unaskableCodes: readonly unknown[] = ['42883', '55000', '25006', '42501'];

const hangs = wrong(`The server did not confirm a commit within ${timeoutMs} ms`, {
  remedy: 'Look for a synchronous standby that is down (synchronous_standby_names) and for a disk that hangs',
});
const unaskable = skipped('The server does not allow the transaction of this check');

/** Measures how long a commit takes, and how much of that is the round trip. */
export const commitsQuestion: DatabaseQuestion = {
  name: 'database.commits',
  quick: false,
  async ask(client, pool) {
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
    if (rows[0]?.is_standby) return [unaskable];
    const wayMs = await medianMs(() => client.query('select 1'));
    return [await withOwnClient(pool, async (own) => findingOf(wayMs, await medianMs(() => commit(own))))];
  },
};

/** Uses a client of its own, which is destroyed when a commit hangs: the pool then cancels the commit. */
async function withOwnClient(pool: Pool, measure: (client: PoolClient) => Promise<Finding>): Promise<Finding> {
  const client = await pool.connect();
  try {
    const finding = await measure(client);
    client.release();
    return finding;
  } catch (error) {
    client.release(true);
    const { code, message } = error as Error & { readonly code?: unknown };
    if (unaskableCodes.includes(code)) return unaskable;
    // `pg` gives this error no code.
    if (message === 'Query read timeout') return hangs;
    throw error;
  }
}

async function commit(client: PoolClient): Promise<void> {
  const query = { text: commitText, query_timeout: timeoutMs };
  await client.query(query);
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  // The first call is slower than the others, so it is not measured.
  await work();
  const durations: number[] = [];
  const startedAt = performance.now();
  while (durations.length < samples && performance.now() - startedAt < timeoutMs) {
    const before = performance.now();
    await work();
    durations.push(performance.now() - before);
  }
  return durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
}

function findingOf(wayMs: number, commitMs: number): Finding {
  const found = `A commit takes ${shown(commitMs)}, ${shown(Math.min(wayMs, commitMs))} of it the round trip to the server`;
  if (commitMs - wayMs > slowMs) {
    return warning(found, { remedy: 'Put the database on a faster disk, or look for other load on the disk' });
  }
  if (wayMs > farMs) {
    return warning(found, {
      remedy: 'Run the service near its database: a submission needs several round trips',
    });
  }
  return ok(found);
}

function shown(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

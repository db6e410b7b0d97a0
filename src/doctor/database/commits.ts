import type { PoolClient } from 'pg';
import type { Finding } from '../check.ts';
import type { DatabaseQuestion } from './session.ts';

const samples = 7;
/** After this no further sample is taken. */
const patienceMs = 3000;
/** Of a network inside a data centre. */
const farMs = 20;
/** Every submission waits for two commits. */
const slowMs = 50;
const verySlowMs = 1000;

// A message in the log of the server makes a commit that has to reach the disk, and changes no table. A commit that waits for a
// standby is given up in time.
const commitText = `
  begin; set local statement_timeout = ${patienceMs};
  select pg_logical_emit_message(true, 'commissions doctor', ''); commit`;

/** No such function; not in this state; read-only; no right to it. */
const commitCodes: readonly unknown[] = ['42883', '55000', '25006', '42501'];

/** How long a commit takes, and how much of it is the way there and back. */
export function askCommits(): DatabaseQuestion {
  return {
    name: 'database.commits',
    quick: false,
    async ask(client) {
      const wayMs = await medianMs(() => client.query('select 1'));
      const commitMs = await medianMs(() => commit(client)).catch((error) => withoutCommits(client, error));
      if (commitMs === null) return [{ verdict: 'skipped', found: 'The server lets nothing be committed for a check' }];
      return [findingOf(wayMs, commitMs)];
    },
  };
}

async function commit(client: PoolClient): Promise<void> {
  await client.query(commitText);
}

/** Null where the engine has no such message, or takes no writes now: other checks say so. */
async function withoutCommits(client: PoolClient, error: Error): Promise<null> {
  if (!commitCodes.includes((error as { code?: unknown }).code)) throw error;
  await client.query('rollback');
  return null;
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  // The first one finds a cold path.
  await work();
  const taken: number[] = [];
  const startedAt = performance.now();
  while (taken.length < samples && performance.now() - startedAt < patienceMs) {
    const before = performance.now();
    await work();
    taken.push(performance.now() - before);
  }
  return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
}

function findingOf(wayMs: number, commitMs: number): Finding {
  const diskMs = Math.max(commitMs - wayMs, 0);
  const found = `A commit takes ${shown(commitMs)}, ${shown(Math.min(wayMs, commitMs))} of it the way to the server and back`;
  if (diskMs > verySlowMs) {
    return {
      verdict: 'wrong',
      found,
      remedy: 'Look for a synchronous standby that is gone (synchronous_standby_names) and for a disk that hangs',
    };
  }
  if (diskMs > slowMs) {
    return { verdict: 'warning', found, remedy: 'Put the database on a faster disk, or look for what keeps it busy' };
  }
  if (wayMs > farMs) {
    return {
      verdict: 'warning',
      found,
      remedy: 'Run the service near its database: a submission asks it several times',
    };
  }
  return { verdict: 'ok', found };
}

function shown(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

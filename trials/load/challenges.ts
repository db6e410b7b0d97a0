import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withService } from '../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../service/verdict.ts';
import { inParallel } from './at-once.ts';
import { guarded } from './flood.ts';

const ofRound = 25_000;
const warmUp = 1000;
const atOnce = 64;
/** Networks are counted for a minute. */
const pauseMs = 61_000;
const mostMiB = 64;
const mostMiBMore = 16;

/** Asks for challenges, each from a network of its own, and sends no form. */
export function challenges(count: number): Promise<readonly Promised[]> {
  return withService(guarded, async ({ port, pool, residentMiB, peakMiB }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    let [asked, given] = [0, 0];

    async function ask(many: number): Promise<void> {
      await inParallel(many, atOnce, async () => {
        const network = asked++;
        const from = `2001:${(network >> 16) + 1}:${(network & 0xffff).toString(16)}::1`;
        if ((await statusOf(port, agent, from)) === 200) given += 1;
      });
    }

    await ask(warmUp);
    const rowsBefore = await countAllRows(pool);
    const beforeMiB = await residentMiB();
    const rounds: number[] = [];
    for (let left = count; left > 0; left -= ofRound) {
      if (rounds.length > 0) await sleep(pauseMs);
      const startedAt = performance.now();
      await ask(Math.min(left, ofRound));
      rounds.push(await residentMiB());
      const rate = Math.round((Math.min(left, ofRound) / (performance.now() - startedAt)) * 1000);
      console.log(`${rate} challenges a second: ${Math.round(rounds.at(-1) ?? 0)} MiB resident`);
    }
    agent.destroy();
    const rows = (await countAllRows(pool)) - rowsBefore;
    console.log(`resident: ${Math.round(beforeMiB)} MiB before, ${Math.round(await peakMiB())} MiB at most`);
    return [
      { promise: `${given} of ${asked} challenges are given`, kept: given === warmUp + count },
      { promise: `${rows} rows more`, kept: rows === 0 },
      staysUnder('growth', Math.max(...rounds) - beforeMiB, mostMiB),
      staysUnder('growth after the first round', (rounds.at(-1) ?? 0) - (rounds[0] ?? 0), mostMiBMore),
    ];
  });
}

function statusOf(port: number, agent: Agent, from: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': from };
    const answered = (response: IncomingMessage) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    get({ host: '127.0.0.1', port, path: '/api/v1/challenge', agent, headers }, answered).on('error', reject);
  });
}

/** Resolves with the number of rows of all tables. */
async function countAllRows(pool: Pool): Promise<number> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  );
  const counts = tables.map(({ name }) => `(select count(*) from ${name})`).join(' + ');
  const { rows } = await pool.query<{ count: number }>(`select (${counts})::int as count`);
  return rows[0]?.count ?? 0;
}

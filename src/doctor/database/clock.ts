import { type Finding, ok } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';

const warningMs = 2000;
const wrongMs = 60_000;
const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';

/** Checks that the clocks of this machine and of the database agree. @param now This machine's, in ms since 1970. */
export function askClock(now: () => number): DatabaseQuestion {
  return {
    name: 'database.clock',
    quick: true,
    async ask(client) {
      const before = now();
      const { rows } = await client.query<{ ms: number }>(text);
      const after = now();
      return rows.map(({ ms }) => findingOf(ms - (before + after) / 2, (after - before) / 2));
    },
  };
}

/** @param uncertainMs Half the round-trip time of the query. */
function findingOf(differenceMs: number, uncertainMs: number): Finding {
  const leastMs = Math.abs(differenceMs) - uncertainMs;
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  if (leastMs <= warningMs) {
    return ok('The clocks of this machine and of the database agree');
  }
  return {
    verdict: leastMs > wrongMs ? 'wrong' : 'warning',
    found: `The clock of the database is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} that of this machine`,
    remedy: 'Synchronize the clocks of both machines over the network',
    command: 'timedatectl set-ntp true',
  };
}

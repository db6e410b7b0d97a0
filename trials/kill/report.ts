import type { Inspection } from './inspection.ts';
import type { Kill } from './kills.ts';
import type { Ledger, Sent } from './ledger.ts';

/** Returns one line for each step, with the number of kills there, their moments, and the senders. */
export function describeKills(kills: readonly Kill[]): string[] {
  const steps = countsOf(kills.map(({ where }) => where));
  return [...steps].map(([where, count]) => {
    const there = kills.filter((kill) => kill.where === where);
    const moments = listed(there.map(({ moment }) => moment));
    return `  ${String(count).padStart(4)}  ${where}: ${moments}; customers ${listed(there.map(({ senders }) => senders))}`;
  });
}

export function describeSubmissions({ sent }: Ledger, { wholeUnanswered, resent }: Inspection): string[] {
  const keyless = sent.filter(({ key }) => key === null);
  const keyed = sent.filter(({ key }) => key !== null);
  const failures = keyed.flatMap(({ failures }) => failures);
  const isLost = ({ failures }: Sent) => failures.includes('lost');
  return [
    `${keyless.length} submissions without a key: ${answersOf(keyless)}; ${wholeUnanswered} of those without an answer whole`,
    `${keyed.length} with a key: ${answersOf(keyed)}; after ${failures.length} failures (${listed(failures)}); ` +
      `${keyed.filter(isLost).length} were repeated after a kill, ${resent} once more at rest`,
  ];
}

const answersOf = (sent: readonly Sent[]) => listed(sent.map(({ answer }) => answer?.status ?? 'no answer'));

/** For example `2 × 201, 1 × lost`. */
function listed(names: readonly (string | number)[]): string {
  return [...countsOf(names.map(String))].map(([name, count]) => `${count} × ${name}`).join(', ');
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

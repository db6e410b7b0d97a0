import type { Kill } from './kills.ts';
import type { Ledger } from './ledger.ts';

/** One line for each place, with how often a process was killed there and when. */
export function describeKills(kills: readonly Kill[]): string[] {
  const places = countsOf(kills.map(({ where }) => where));
  return [...places].map(([where, count]) => {
    const moments = countsOf(kills.filter((kill) => kill.where === where).map(({ moment }) => moment));
    const parts = [...moments].sort().map(([moment, times]) => `${times} × ${moment}`);
    return `  ${String(count).padStart(4)}  ${where}: ${parts.join(', ')}`;
  });
}

export function describeSubmissions({ sent }: Ledger, wholeUnanswered: number): string {
  const answers = countsOf(sent.map(({ answer }) => (answer ? String(answer.status) : 'no answer')));
  const parts = [...answers].sort().map(([answer, count]) => `${count} × ${answer}`);
  return `${sent.length} submissions: ${parts.join(', ')}; ${wholeUnanswered} of those without an answer whole`;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

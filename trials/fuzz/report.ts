import type { Tally } from './messages.ts';

/** Returns the tally as lines of text. */
export function reportOf({ executions, elapsedMs, bytes, mostKeptMiB, outcomes, notes }: Tally): string {
  const rate = Math.round((executions / elapsedMs) * 1000);
  const seconds = Math.round(elapsedMs / 1000);
  const mebibytes = Math.round(bytes / 2 ** 20);
  return [
    `${executions} executions in ${seconds} s, ${rate} a second, ${mebibytes} MiB of bodies, each read three times;`,
    `at most ${Math.round(mostKeptMiB)} MiB in use behind a collection of garbage`,
    '',
    ...linesOf(outcomes),
    '',
    'Known differences and refusals, in how many executions:',
    ...linesOf(notes),
    '',
  ].join('\n');
}

function linesOf(counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([key, count]) => `${String(count).padStart(10)}  ${key}`);
}

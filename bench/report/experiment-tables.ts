import type { Availability } from '../availability.ts';
import { type GrownTable, grownRows } from '../grown-table.ts';
import type { PeakMemory } from '../peak-memory.ts';
import type { Sample } from '../sample.ts';
import type { StartUp } from '../start-up.ts';
import { median, percentile } from '../statistics.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

export function memoryTable(all: readonly PeakMemory[]): string {
  const peers = all.filter(({ contestant }) => contestant.role === 'peer');
  const best = Math.min(...peers.map(({ peaksMiB }) => median(peaksMiB)));
  const rows = all.map(({ contestant, peaksMiB }) => [
    'eight uploads of 100 MiB at once',
    contestant.name,
    figure(median(peaksMiB)),
    figure(Math.max(...peaksMiB)),
    ratio(Number.isFinite(best) ? median(peaksMiB) / best : null),
  ]);
  return markdownTable(['load', 'who', 'peak MiB', 'highest', '× best peer'], 2, rows);
}

export function startUpTable(all: readonly StartUp[]): string {
  const rows = all.map(({ title, samples }) => {
    const walls = samples.map(({ wallMs }) => wallMs);
    const cpu = samples.map(({ cpuMs }) => cpuMs).filter((one) => one !== null);
    return [title, figure(median(walls)), figure(Math.min(...walls)), figure(cpu.length > 0 ? median(cpu) : null)];
  });
  return markdownTable(['start', 'wall ms', 'lowest', 'CPU ms'], 1, rows);
}

/** The ratio is the median of the rounds' ratios, each to the empty table of the same round. */
export function grownTableTable(all: readonly GrownTable[]): string {
  const head = ['load', 'at once', 'p50 ms, empty table', `p50 ms, ${grownRows.toLocaleString('en')} rows`, 'ratio'];
  const rows = all.map(({ step, empty, grown }) => {
    const [before, after] = [empty.map(p50Ms), grown.map(p50Ms)];
    const ratios = after.map((value, round) => value / (before[round] ?? Number.NaN));
    return ['no file', String(step.concurrency), figure(median(before)), figure(median(after)), ratio(median(ratios))];
  });
  return markdownTable(head, 1, rows);
}

export function availabilityTable({ requests, timesMs }: Availability): string {
  const head = ['availability', 'answers', 'p50 ms', 'p99 ms', 'longest ms'];
  const row = [`${requests.toLocaleString('en')} requests`, String(timesMs.length)];
  const figures = [percentile(timesMs, 50), percentile(timesMs, 99), Math.max(...timesMs)].map(figure);
  return markdownTable(head, 1, [[...row, ...figures]]);
}

function p50Ms(sample: Sample): number {
  return sample.p50Ms ?? Number.NaN;
}

import type { Figures } from './figures.ts';
import { type Cells, figure, markdownTable, ratio } from './markdown.ts';

const head: Cells = [
  'load',
  'at once',
  'who',
  'CPU ms',
  '× best peer',
  '× floor',
  'per second',
  '× best peer',
  '× pgbench',
  'p50 ms',
  'p99 ms',
];

/** Returns a table with one line for each entrant at each step of a load. */
export function sideBySideTable(all: readonly Figures[]): string {
  const rows = all.map((figures) => [
    figures.series.load.title,
    String(figures.series.step.concurrency),
    figures.series.entrant.name,
    figure(figures.cpuMs),
    ratio(figures.cpuToBestPeer),
    ratio(figures.cpuToFloor),
    figure(figures.perSecond),
    ratio(figures.rateToBestPeer),
    ratio(figures.rateToPgbench),
    figure(figures.p50Ms),
    figure(figures.p99Ms),
  ]);
  return markdownTable(head, 3, rows);
}

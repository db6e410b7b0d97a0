import type { Figures } from './figures.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

/**
 * Returns a table with the cost of an `Idempotency-Key` for the service; the peers ignore it. Returns null when no load
 * ran with and without keys.
 */
export function keyedTable(all: readonly Figures[]): string | null {
  const keyed = all.filter(({ series, cpuToUnkeyed }) => series.entrant.role === 'service' && cpuToUnkeyed !== null);
  if (keyed.length === 0) return null;
  const rows = keyed.map(({ series, cpuMs, cpuToUnkeyed, perSecond, rateToUnkeyed }) => [
    series.load.title,
    String(series.step.concurrency),
    series.entrant.name,
    figure(cpuMs),
    ratio(cpuToUnkeyed),
    figure(perSecond),
    ratio(rateToUnkeyed),
  ]);
  const head = ['load', 'at once', 'who', 'CPU ms', '× without key', 'per second', '× without key'];
  return markdownTable(head, 3, rows);
}

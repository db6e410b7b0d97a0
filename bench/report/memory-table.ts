import type { PeakMemory } from '../peak-memory.ts';
import { median } from '../statistics.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

export function memoryTable(all: readonly PeakMemory[]): string {
  const peers = all.filter(({ contestant }) => contestant.role === 'peer');
  const best = Math.min(...peers.map(({ peaksMiB }) => median(peaksMiB)));
  const rows = all.map(({ contestant, peaksMiB }) => [
    'eight uploads of 100 MiB at once',
    contestant.name,
    figure(median(peaksMiB)),
    ratio(Number.isFinite(best) ? median(peaksMiB) / best : null),
  ]);
  return markdownTable(['load', 'who', 'peak MiB', '× best peer'], 2, rows);
}

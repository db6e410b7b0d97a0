import type { CpuResult, MemoryResult } from './rounds.ts';
import { median } from './statistics.ts';

type Cells = readonly string[];

const cpuHead: Cells = ['load', 'contestant', 'CPU ms', 'lowest–highest', '× better peer', 'wall ms'];
const memoryHead: Cells = ['load', 'contestant', 'peak MiB'];

/** CPU and wall time of a submission: medians over the rounds. */
export function cpuTable(results: readonly CpuResult[]): string {
  return table(
    cpuHead,
    results.map((result) => [
      result.load.title,
      result.contestant.name,
      figure(median(cpuTimes(result))),
      `${figure(Math.min(...cpuTimes(result)))}–${figure(Math.max(...cpuTimes(result)))}`,
      ratioText(ratioToBetterPeer(result, results)),
      figure(median(result.samples.map(({ wallMs }) => wallMs))),
    ]),
  );
}

export function memoryTable(results: readonly MemoryResult[]): string {
  const rows = results.map(({ load, contestant, peakMiB }) => [load.title, contestant.name, peakMiB.toFixed(0)]);
  return table(memoryHead, rows);
}

/**
 * The median over the rounds of this contestant's CPU time divided by that of the better peer in the same round, which
 * noise that lasts longer than a round leaves alone. Null when no peer took part.
 */
export function ratioToBetterPeer(result: CpuResult, results: readonly CpuResult[]): number | null {
  const peers = results.filter(({ load, contestant }) => load === result.load && contestant.role === 'peer');
  const [first, ...others] = peers;
  if (!first) return null;
  const better = others.reduce((best, peer) => (median(cpuTimes(peer)) < median(cpuTimes(best)) ? peer : best), first);
  const betterTimes = cpuTimes(better);
  return median(cpuTimes(result).map((time, round) => time / (betterTimes[round] ?? Number.NaN)));
}

function cpuTimes({ samples }: CpuResult): number[] {
  return samples.map(({ cpuMs }) => cpuMs);
}

function ratioText(ratio: number | null): string {
  return ratio === null ? '–' : ratio.toFixed(2);
}

function figure(milliseconds: number): string {
  return milliseconds >= 100 ? milliseconds.toFixed(0) : milliseconds.toPrecision(3);
}

/** Text in the first two columns, figures in the others. */
function table(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: Cells) =>
    cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), rule, ...rows.map(line)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

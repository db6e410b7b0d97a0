import type { Figures } from './figures.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

/**
 * Returns a table of the cost of additions: of a key or a part `commission-form`, beside the same load without
 * it, and for more settings, beside the service without them. Returns null when no load ran both with and without.
 */
export function additionsTable(all: readonly Figures[]): string | null {
  const rows = all.flatMap((one) => [
    ...row(one, 'without it', one.cpuToPlain, one.rateToPlain),
    ...row(one, 'service', one.cpuToService, one.rateToService),
  ]);
  if (rows.length === 0) return null;
  const head = ['load', 'at once', 'who', 'beside', 'CPU ms', '× CPU', 'per second', '× rate'];
  return markdownTable(head, 4, rows);
}

function row({ series, cpuMs, perSecond }: Figures, beside: string, cpu: number | null, rate: number | null) {
  if (series.entrant.role !== 'service' || cpu === null) return [];
  const { load, step, entrant } = series;
  return [
    [
      load.title,
      String(step.concurrency),
      entrant.name,
      beside,
      figure(cpuMs),
      ratio(cpu),
      figure(perSecond),
      ratio(rate),
    ],
  ];
}

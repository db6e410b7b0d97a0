import type { IntakeSeries } from '../deliveries/intakes.ts';
import type { DeliveryResults } from '../deliveries/measure-deliveries.ts';
import { median } from '../statistics.ts';
import { figure, markdownTable, ratio } from './markdown.ts';

/**
 * Returns a table with the cost of a webhook for the intake, relative to no webhook within each round, and the cost of
 * sending.
 */
export function deliveriesTable({ intakes, backlog }: DeliveryResults): string {
  const head = [
    'intake',
    'connections',
    'a second',
    'CPU ms',
    "PostgreSQL's CPU ms",
    'rate ×',
    'CPU ×',
    "PostgreSQL's CPU ×",
  ];
  const facts = [
    ['deliveries that waited', backlog.deliveries.toLocaleString('en')],
    ['deliveries a second', figure((backlog.deliveries * 1000) / backlog.wallMs)],
    ['CPU ms of one', figure(backlog.cpuMs)],
    ["PostgreSQL's CPU ms of one", figure(backlog.databaseCpuMs)],
    ['resident MiB when a tenth was sent', figure(backlog.earlyMiB)],
    ['resident MiB from then on, at most', figure(backlog.laterMiB)],
    ['resident MiB when all were sent', figure(backlog.endMiB)],
  ];
  return [
    markdownTable(
      head,
      1,
      intakes.map((series) => row(series, baseOf(series, intakes))),
    ),
    markdownTable(['deliveries', 'figure'], 1, facts),
  ].join('\n\n');
}

/** The series without a channel comes first. */
function baseOf({ step }: IntakeSeries, intakes: readonly IntakeSeries[]): IntakeSeries {
  const base = intakes.find((series) => series.step === step);
  if (base === undefined) throw new Error('A step has a series');
  return base;
}

function row({ name, step, samples }: IntakeSeries, base: IntakeSeries): string[] {
  const columns = {
    rate: samples.map(({ wallMs }) => 1000 / wallMs),
    cpuMs: samples.map(({ cpuMs }) => cpuMs ?? Number.NaN),
    databaseCpuMs: samples.map(({ databaseCpuMs }) => databaseCpuMs),
  };
  const over = (values: readonly number[], others: readonly number[]) =>
    ratio(median(values.map((value, round) => value / (others[round] ?? Number.NaN))));
  return [
    name,
    String(step.concurrency),
    ...Object.values(columns).map((values) => figure(median(values))),
    over(
      columns.rate,
      base.samples.map(({ wallMs }) => 1000 / wallMs),
    ),
    over(
      columns.cpuMs,
      base.samples.map(({ cpuMs }) => cpuMs ?? Number.NaN),
    ),
    over(
      columns.databaseCpuMs,
      base.samples.map(({ databaseCpuMs }) => databaseCpuMs),
    ),
  ];
}

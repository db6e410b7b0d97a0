import type { Entrant } from '../entrants.ts';
import type { Sample } from '../sample.ts';
import type { Series } from '../side-by-side.ts';
import { median } from '../statistics.ts';

/** The figures of one entrant at one step: medians over the rounds. A figure that could not be measured is null. */
export interface Figures {
  readonly series: Series;
  readonly cpuMs: number | null;
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** CPU time, relative to the peer with the least. */
  readonly cpuToBestPeer: number | null;
  /** CPU time, relative to that of receiving and sending alone. */
  readonly cpuToFloor: number | null;
  /** Submissions per second, relative to the peer with the most. */
  readonly rateToBestPeer: number | null;
  /** Submissions per second, relative to pgbench's inserts. */
  readonly rateToPgbench: number | null;
  /** For a load with an addition: CPU time and submissions per second, relative to the same submissions without it. */
  readonly cpuToPlain: number | null;
  readonly rateToPlain: number | null;
  /** For a variant of the service: relative to the service. */
  readonly cpuToService: number | null;
  readonly rateToService: number | null;
}

/**
 * Every ratio is the median of the single rounds' ratios. Noise that lasts longer than a round affects both sides of a
 * ratio and does not change it.
 */
export function figuresOf(all: readonly Series[]): Figures[] {
  return all.map((series) => {
    const beside = all.filter(({ step }) => step === series.step);
    const ratio = (values: (sample: Sample) => number | null, other: number[] | null) =>
      other && ratioByRound(each(series, values), other);
    const pgbench = ofRole(beside, 'pgbench')[0];
    const plain = plainOf(series, all);
    const ofService = serviceOf(series, all);
    return {
      series,
      cpuMs: middle(each(series, cpuMs)),
      perSecond: middle(each(series, perSecond)) ?? Number.NaN,
      p50Ms: middle(each(series, ({ p50Ms }) => p50Ms)),
      p99Ms: middle(each(series, ({ p99Ms }) => p99Ms)),
      cpuToBestPeer: ratio(cpuMs, bestOf(ofRole(beside, 'peer'), cpuMs, Math.min)),
      cpuToFloor: ratio(cpuMs, floorOf(beside)),
      rateToBestPeer: ratio(perSecond, bestOf(ofRole(beside, 'peer'), perSecond, Math.max)),
      rateToPgbench: ratio(perSecond, pgbench ? each(pgbench, perSecond) : null),
      cpuToPlain: ratio(cpuMs, plain ? each(plain, cpuMs) : null),
      rateToPlain: ratio(perSecond, plain ? each(plain, perSecond) : null),
      cpuToService: ratio(cpuMs, ofService ? each(ofService, cpuMs) : null),
      rateToService: ratio(perSecond, ofService ? each(ofService, perSecond) : null),
    };
  });
}

/**
 * Returns the CPU milliseconds per submission of receiving and, where there are files, of sending alone, by round.
 * Returns null when those limits did not take part.
 */
export function floorOf(beside: readonly Series[]): number[] | null {
  const [drain] = ofRole(beside, 'drain');
  const [put] = ofRole(beside, 'put');
  if (!drain || (!put && drain.load.forms.some(({ fileCount }) => fileCount > 0))) return null;
  const sending = put && each(put, cpuMs);
  return each(drain, cpuMs).map((receiving, round) => receiving + (sending?.[round] ?? 0));
}

function plainOf({ load, step, entrant }: Series, all: readonly Series[]): Series | undefined {
  return all.find(
    (other) =>
      other.entrant === entrant && other.load.name === load.plainName && other.step.concurrency === step.concurrency,
  );
}

function serviceOf({ load, step, entrant }: Series, all: readonly Series[]): Series | undefined {
  if (entrant.role !== 'service' || entrant.name === 'service') return undefined;
  return all.find((other) => other.entrant.name === 'service' && other.load === load && other.step === step);
}

function ofRole(all: readonly Series[], role: Entrant['role']): Series[] {
  return all.filter(({ entrant }) => entrant.role === role);
}

function cpuMs(sample: Sample): number | null {
  return sample.cpuMs;
}

function perSecond(sample: Sample): number {
  return 1000 / sample.wallMs;
}

function each({ samples }: Series, value: (sample: Sample) => number | null): number[] {
  return samples.map(value).filter((one) => one !== null);
}

function middle(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

function bestOf(
  peers: readonly Series[],
  value: (sample: Sample) => number | null,
  better: (...values: number[]) => number,
): number[] | null {
  const all = peers.map((peer) => each(peer, value));
  const best = better(...all.map(median));
  return all.find((values) => median(values) === best) ?? null;
}

function ratioByRound(own: readonly number[], other: readonly number[]): number | null {
  return middle(own.map((value, round) => value / (other[round] ?? Number.NaN)));
}

import type { Metric, Registry } from 'prom-client';

interface Facts<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
  readonly labelNames: readonly Label[];
}

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  /** How many values each bucket has got, without those of the smaller ones. */
  readonly counts: Float64Array;
  sum: number;
  count: number;
}

export interface QuickHistogram<Label extends string> {
  observe(labels: Labels<Label>, value: number): void;
}

/**
 * Adds a histogram to the registry. Every submission observes several values, for which the histogram of `prom-client`
 * takes three times as long: it sorts and checks the labels of each.
 */
export function addQuickHistogram<Label extends string>(
  registry: Registry,
  { name, help, buckets, labelNames }: Facts<Label>,
): QuickHistogram<Label> {
  const bySeries = new Map<string, Series>();

  function seriesOf(labels: Labels<Label>): Series {
    let key = '';
    for (const label of labelNames) key += `${labels[label]}\n`;
    const known = bySeries.get(key);
    if (known !== undefined) return known;
    const added = { labels: { ...labels }, counts: new Float64Array(buckets.length), sum: 0, count: 0 };
    bySeries.set(key, added);
    return added;
  }

  const metric = {
    name,
    help,
    labelNames,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...bySeries.values()].flatMap((series) => valuesOf(name, buckets, series)),
    }),
    reset: () => bySeries.clear(),
  };
  registry.registerMetric(metric as unknown as Metric);

  return {
    observe(labels, value) {
      const series = seriesOf(labels);
      series.sum += value;
      series.count += 1;
      const index = buckets.findIndex((bound) => value <= bound);
      if (index !== -1) series.counts[index] = (series.counts[index] ?? 0) + 1;
    },
  };
}

function valuesOf(name: string, buckets: readonly number[], { labels, counts, sum, count }: Series) {
  let upTo = 0;
  const cumulated = buckets.map((le, index) => {
    upTo += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: upTo };
  });
  return [
    ...cumulated,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

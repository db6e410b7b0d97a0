import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/process/host/metrics/metrics.ts';

const page = join(resolve(import.meta.dirname, '../..'), 'docs/metrics.md');

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** Renders the page from the registry, so that it cannot say anything else. `vitest -u` writes it anew. */
function pageOf(metrics: readonly (Described & { readonly type: string })[]): string {
  const rows = metrics.map(({ name, type, labelNames, help }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
  });
  return `# Metrics

With [\`METRICS_PORT\`](configuration.md) the service has one more listener, which responds to \`GET /metrics\` in the text
format of Prometheus. [Watching the service](operations.md#metrics) says what to scrape and which alerts there are.

Values of labels come from closed lists: none is a name, an address, an id or anything that a customer or an operator has
typed. Times are in seconds, sizes in bytes. A metric without a value is left out.

Metrics that describe the database (\`requests\`, \`intents\`, \`deliveries\`, \`channels\`, erasures and back-ups) come from one
process at a time, every 30 seconds. Take the maximum over all processes, not the sum. All others are of one process: add
them up.

| Name | Type | Labels | Meaning |
|---|---|---|---|
${rows.join('\n')}

Beside them stand \`process_…\` and \`nodejs_…\`: processor time, memory, open files, the delay of the event loop, garbage
collection.

[The dashboard](../deploy/prometheus/dashboard.json) has no picture here: Grafana comes neither from Debian nor from npm. Its
queries are checked by \`promtool\`.
`;
}

describe('docs/metrics.md', () => {
  it('lists the metrics of the registry', async () => {
    const { registry } = createMetrics();
    const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('commissions_'));
    const described = await Promise.all(
      own.map(async (metric) => ({
        name: metric.name,
        help: metric.help,
        labelNames: (metric as unknown as Described).labelNames,
        type: String((await registry.getSingleMetric(metric.name)?.get())?.type),
      })),
    );
    await expect(pageOf(described)).toMatchFileSnapshot(page);
  });
});

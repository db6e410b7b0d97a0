import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { addQuickHistogram } from './quick-histogram.ts';

const facts = { name: 'time_seconds', help: 'Time', buckets: [0.1, 1, 10], labelNames: ['phase', 'code'] as const };

describe('a quick histogram', () => {
  it('says what the histogram of the library says', async () => {
    const own = new Registry();
    const other = new Registry();
    const quick = addQuickHistogram(own, facts);
    const slow = new Histogram({ ...facts, labelNames: [...facts.labelNames], registers: [other] });
    const values = [0.05, 0.1, 0.2, 1, 1.0001, 10, 11, 0];
    for (const [index, value] of values.entries()) {
      const labels = { phase: index % 2 === 0 ? 'read' : 'store', code: 201 };
      quick.observe(labels, value);
      slow.observe(labels, value);
    }
    // Neither the order of lines nor that of labels matters.
    const ordered = (line: string) => line.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').sort().join());
    const lines = async (registry: Registry) => (await registry.metrics()).trim().split('\n').map(ordered).sort();
    expect(await lines(own)).toEqual(await lines(other));
  });
});

import { describe, expect, it } from 'vitest';
import { createMetricsCheck } from './metrics-check.ts';

const { signal } = new AbortController();

async function verdictOf(host: string, token: string | null) {
  const [finding] = await createMetricsCheck({ metrics: { host, token } }).run(signal);
  return finding?.verdict;
}

describe('the check of metrics', () => {
  it('warns of a listener without a token that other machines reach', async () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.7', 'metrics.example.org', '127.example.org']) {
      expect(await verdictOf(host, null), host).toBe('warning');
    }
  });

  it('accepts a token, and an address of this machine alone', async () => {
    expect(await verdictOf('0.0.0.0', 'tok_5k')).toBe('ok');
    for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost', 'unix:/run/metrics.sock'])
      expect(await verdictOf(host, null)).toBe('ok');
  });

  it('skips a service without metrics', async () => {
    expect(await createMetricsCheck({ metrics: null }).run(signal)).toMatchObject([{ verdict: 'skipped' }]);
  });
});

import { type Check, ok, skipped, warning } from '../check.ts';

interface MetricsFacts {
  /** Null without a listener of metrics. */
  readonly metrics: { readonly host: string; readonly token: string | null } | null;
}

/** This machine alone reaches a loopback address, and a socket file. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|unix:.+)$/;

/** Checks that metrics which other machines reach are guarded by a token. */
export function createMetricsCheck({ metrics }: MetricsFacts): Check {
  return {
    name: 'metrics.token',
    quick: true,
    async run() {
      if (metrics === null) return [skipped('There is no METRICS_PORT, so nobody reads metrics')];
      if (loopback.test(metrics.host)) return [ok(`Only this machine reaches the metrics, on ${metrics.host}`)];
      if (metrics.token !== null) return [ok('Metrics are for those who have METRICS_TOKEN')];
      return [
        warning(`Everybody who reaches ${metrics.host} may read the metrics`, {
          remedy: 'Set METRICS_TOKEN and give it to Prometheus, or METRICS_HOST=127.0.0.1',
        }),
      ];
    },
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

interface MetricsAppOptions {
  readonly metrics: Metrics;
  /** Brings the gauges up to date. Never rejects. */
  takeReadings(): Promise<void>;
  /** The token that a scraper sends as `Authorization: Bearer …`, or null to serve every scraper. */
  readonly token: string | null;
}

/** A scraper asks every few seconds. More frequent requests get the same text again. */
const validMs = 1000;
const maxConnections = 50;
const idleMs = 15_000;

/**
 * Creates the listener of `GET /metrics` (S34), in the text format of Prometheus, and of `GET /healthz`. The caller makes it
 * listen.
 */
export function createMetricsApp({ metrics, takeReadings, token }: MetricsAppOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: 1024,
    requestTimeout: idleMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  });
  app.server.maxConnections = maxConnections;
  let latest: { readonly text: Promise<string>; readonly askedAt: number } | null = null;

  function currentText(): Promise<string> {
    const now = performance.now();
    if (latest === null || now - latest.askedAt >= validMs) latest = { text: render(), askedAt: now };
    return latest.text;
  }

  async function render(): Promise<string> {
    await takeReadings();
    return metrics.registry.metrics();
  }

  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('METRICS_TOKEN is missing or wrong\n');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await currentText());
  });
  // For the probes of a process that has no other listener. They send no token.
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Metrics are at /metrics\n'));
  return app;
}

/** Compares digests, so that the time reveals nothing of either text. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

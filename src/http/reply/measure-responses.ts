import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMeasured, measured } from '../../platform/measurements/measurements.ts';

/** Measures the responses of an app, if the channel has a listener. Call it before routes are added. */
export function measureResponses(app: FastifyInstance, listener: 'customers' | 'operators'): void {
  // Each response pays for the hook.
  if (!isMeasured('response')) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: elapsedMs } = reply;
    measured('response', { listener, route: routeOf(request), status, elapsedMs });
    done();
  });
}

/** Files of pages have routes of their own, whose names change with each build. */
function routeOf({ is404, routeOptions: { url } }: FastifyRequest): string {
  if (is404 || url === undefined) return 'none';
  return /\/(api|healthz|readyz|servez|requests|health)\b/.test(url) ? url : 'page';
}

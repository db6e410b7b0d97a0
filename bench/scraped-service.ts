import { freePort } from '../test/support/free-port.ts';
import { service } from './contestants.ts';
import type { Entrant } from './entrants.ts';
import { measureStored } from './server-entrant.ts';

/** The interval of an eager scraper. A short measurement may have no scrape. */
const scrapeMs = 5000;

/** The service with metrics that are scraped. Takes part only when named. */
export const scrapedService: Entrant = {
  name: 'service-scraped',
  role: 'service',
  takes: () => true,
  async start(world) {
    const port = await freePort();
    const contestant = { ...service, name: this.name, env: { METRICS_PORT: String(port) } };
    const server = await world.start(contestant, world.database);
    const timer = setInterval(() => void scrape(port), scrapeMs);
    return {
      measure: (job) => measureStored(job, server, world),
      async stop() {
        clearInterval(timer);
        await server.stop();
      },
    };
  },
};

async function scrape(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
  await response?.text();
}

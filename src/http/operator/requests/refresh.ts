import type { FastifyInstance } from 'fastify';
import type { EventFeed } from '../../../inbox/events.ts';
import type { RequestReader } from '../../../inbox/inbox.ts';

/** Whoever has changed something reads it in the next list, though others may have begun to read that list before. */
export function refreshAfterChanges(app: FastifyInstance, reader: Pick<RequestReader, 'refresh'>): void {
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') reader.refresh();
  });
}

/** The feed; whoever hears of an event by it reads in the next list what that has changed. */
export function refreshingFeed(feed: EventFeed, reader: Pick<RequestReader, 'refresh'>): EventFeed {
  return {
    end: () => feed.end(),
    async read(after, limit) {
      const page = await feed.read(after, limit);
      if (page !== null && page.items.length > 0) reader.refresh();
      return page;
    },
  };
}

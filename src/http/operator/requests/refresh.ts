import type { FastifyInstance } from 'fastify';
import type { EventFeed } from '../../../events/events.ts';
import type { RequestReader } from '../../../requests/inbox/inbox.ts';

/** Refreshes the reader after each change, so that the client's next list does not join a read that began before. */
export function refreshAfterChanges(app: FastifyInstance, reader: Pick<RequestReader, 'refresh'>): void {
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') reader.refresh();
  });
}

/** Returns the feed. New events refresh the reader, so that the next list has their changes. */
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

import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { FeedEvent } from '../../../inbox/events.ts';
import { apiPath } from '../access/permissions.ts';
import { principalOf } from '../access/principal.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { problems } from '../problem.ts';
import { requestEvent } from '../schemas/event.ts';
import { problemResponses } from '../schemas/problem.ts';
import { streamed } from '../schemas/values.ts';
import { createEventBroadcast } from './event-broadcast.ts';

/** Often enough for proxies that close connections on which nothing moves. */
const heartbeatMs = 15_000;
const reconnectMs = 3000;
/** A client that has so much to read still is disconnected; it resumes where it was. */
const maxUnsentBytes = 1024 * 1024;

const headers = z.object({
  'last-event-id': z
    .string()
    .max(1000)
    .optional()
    .describe('Resumes behind this event; browsers send it by themselves'),
});

/** The feed as it grows: server-sent events (HTML Living Standard section 9.2). */
export async function addStreamRoute(app: OperatorScope, { feed }: OperatorParts): Promise<void> {
  const subscribe = createEventBroadcast(feed);
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });

  app.get(
    `${apiPath}/stream`,
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Events as they happen',
        description:
          'Server-sent events: `data` is an event, `id` a cursor, which is also one of `/changes`. Begins now, or behind `Last-Event-ID`.',
        tags: ['Events'],
        headers,
        response: {
          200: { description: 'The events', content: { 'text/event-stream': { schema: streamed } } },
          ...problemResponses(400, 401, 503),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const stream = new PassThrough();
      const start = request.headers['last-event-id'] || (await feed.end());
      // An id without data is remembered by the browser and no event: a stream that breaks off early resumes here too.
      stream.write(`retry: ${reconnectMs}\nid: ${start}\n\n`);
      const unsubscribe = await subscribe(start, (events) => write(events.map(textOf).join('')));
      if (unsubscribe === null) throw problems.invalidCursor();
      open.add(stream);
      const heartbeat = setInterval(beat, heartbeatMs).unref();
      stream.once('close', () => {
        clearInterval(heartbeat);
        unsubscribe();
        open.delete(stream);
      });
      // A proxy that collects responses would hold the events back.
      reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      return reply.send(stream);

      function write(text: string): void {
        if (stream.writableLength > maxUnsentBytes) stream.destroy();
        else if (stream.writable) stream.write(text);
      }

      /** Whoever may no longer read gets no further event. A database that is away is no reason to hang up. */
      async function beat(): Promise<void> {
        if (await principal.isStillValid().catch(() => true)) write(': \n\n');
        else stream.end();
      }
    },
  );
}

function textOf(event: FeedEvent): string {
  return `id: ${event.cursor}\ndata: ${JSON.stringify(requestEvent.encode(event))}\n\n`;
}

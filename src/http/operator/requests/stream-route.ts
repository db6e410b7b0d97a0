import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { requestEvent } from '../../../events/event-shape.ts';
import type { FeedEvent } from '../../../events/events.ts';
import { streamed } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { principalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { createEventBroadcast } from './event-broadcast.ts';

/** Frequent enough that proxies do not close the connection as idle. */
const heartbeatMs = 15_000;
const reconnectMs = 3000;
/** A client with more unsent bytes than this is disconnected. It resumes after its last event. */
const maxUnsentBytes = 1024 * 1024;

const headers = z.object({
  'last-event-id': z
    .string()
    .max(1000)
    .optional()
    .describe('Resumes after this event. Browsers send the header automatically'),
});

const query = z.strictObject({
  after: z
    .string()
    .max(1000)
    .optional()
    .describe('Resumes after this cursor of `/changes`. Last-Event-ID takes precedence'),
});

/** Adds the route that streams new events of the feed as server-sent events (HTML Living Standard section 9.2). */
export async function addStreamRoute(app: OperatorScope, { inbox: { feed } }: OperatorParts): Promise<void> {
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
        summary: 'Stream events as they happen',
        description:
          'Server-sent events: `data` is an event, and `id` is a cursor, which `/changes` accepts too. The stream begins now, or after `Last-Event-ID` or `after`.',
        tags: ['Events'],
        headers,
        querystring: query,
        response: {
          200: { description: 'The events', content: { 'text/event-stream': { schema: streamed } } },
          ...problemResponses(400, 401, 503),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const stream = new PassThrough();
      const start = request.headers['last-event-id'] || request.query.after || (await feed.end());
      // Browsers store an id without data and dispatch no event, so a stream that breaks off early resumes here too.
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
      // A proxy that buffers responses would delay the events.
      reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      return reply.send(stream);

      function write(text: string): void {
        if (stream.writableLength > maxUnsentBytes) stream.destroy();
        else if (stream.writable) stream.write(text);
      }

      /** Ends the stream when the caller's access has ended. An unavailable database does not end the stream. */
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

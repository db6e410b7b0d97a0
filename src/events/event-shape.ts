import { z } from 'zod';
import type { Shape } from '../platform/shapes/shape.ts';
import { named, storedId } from '../platform/shapes/values.ts';
import { eventKinds } from './event-kinds.ts';

export const eventActor = z.object({
  kind: z.enum(['customer', 'operator', 'token', 'system', 'rule']),
  id: storedId.nullable(),
  name: z.string().nullable().describe('The name of the account or the token'),
});

export const requestEvent = named(
  'Event',
  z.object({
    seq: z.int().describe('Increases, but not always in the order of the feed'),
    at: z.date(),
    requestId: storedId.nullable().describe('Null when the event concerns no request'),
    actor: eventActor,
    kind: z.enum(eventKinds),
    from: z.unknown().describe("The field's value before, or null"),
    to: z.unknown().describe("The field's value after, the text of a note, or null"),
  }),
);

/** A change, with the values before and after. Events are append-only. */
export type RequestEvent = Shape<typeof requestEvent>;

export const eventList = named('EventList', z.object({ items: z.array(requestEvent) }));

export const feedPage = named(
  'FeedPage',
  z.object({
    items: z.array(requestEvent),
    next: z.string().describe('The cursor of the next page, also when no more events exist yet'),
  }),
);

export type FeedPage = Shape<typeof feedPage>;

const historyEvent = named(
  'HistoryEvent',
  requestEvent.extend({
    customerName: z
      .string()
      .nullable()
      .describe('The customer of the request, or null without a request or after its erasure'),
  }),
);

/** An event with the name of its request. */
export type HistoryEvent = Shape<typeof historyEvent>;

export const historyPage = named(
  'HistoryPage',
  z.object({
    items: z.array(historyEvent),
    next: z.string().nullable().describe('The cursor of the next page, with older events; null on the last page'),
  }),
);

export type HistoryPage = Shape<typeof historyPage>;

import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import { storedCommissionForm } from '../../intake/submission/commission-form.ts';
import { type StoredFieldValues, storedEntries } from '../../intake/submission/request-fields.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, nextCursor, storedId } from '../../platform/shapes/values.ts';
import { requestFacts, unlistedFacts } from '../../studio/document/request-facts-shape.ts';
import { pictureProblems } from '../../studio/previews/picture-facts.ts';
import { signal } from '../../triage/guard/signals.ts';
import { arrivals } from '../../triage/opening/opening-state.ts';
import { seenFile } from './seen-before.ts';

const file = named(
  'RequestFile',
  z.object({
    position: z.int().min(0),
    name: z.string(),
    type: z.string().describe('The media type that the client sent. It is not trustworthy'),
    size: z.int().min(0).describe('Bytes'),
    sha256: z.string().describe('Lower-case hex'),
    preview: z
      .boolean()
      .nullable()
      .describe('Whether the file has a preview, or null when no preview has been attempted'),
    width: z.int().nullable().describe('Pixels of the upright picture, or null when they are not known'),
    height: z.int().nullable().describe('Like `width`'),
    previewProblem: z
      .enum(pictureProblems)
      .nullable()
      .describe(
        'Why the file has no preview. With `damaged` it has one, which shows what could be read. Null when nothing is wrong or nothing was attempted',
      ),
  }),
);

const extra = z.object({ id: z.string(), name: z.string() });

const ofStoredFields = Object.fromEntries(
  storedEntries.map(([name, { type, isRequired }]) => {
    const value = type === 'text' ? z.string() : z.array(z.string());
    return [name, isRequired ? value : value.nullable()];
  }),
) as unknown as { readonly [Name in keyof StoredFieldValues]: z.ZodType<StoredFieldValues[Name]> };

/** A request as operators see it. */
export const inboxRequest = named(
  'Request',
  z.object({
    id: storedId,
    number: z.string().describe('A short number for people, such as K7QX-29MB'),
    createdAt: z.date(),
    status: z.enum(requestStatuses),
    version: z.int().min(1).describe('Increased by every change except those of `unread`'),
    unread: z.boolean(),
    dueOn: z.string().nullable().describe('YYYY-MM-DD'),
    labels: z.array(z.string()),
    publicMessage: z.string().nullable(),
    ...ofStoredFields,
    extras: z.array(extra).describe('The extras of `extraIds` that exist'),
    language: z
      .string()
      .nullable()
      .describe('The language of the customer as a tag (BCP 47), or null when the form did not name it'),
    studioRevision: z
      .int()
      .nullable()
      .describe('The revision of the studio that the customer saw, or null when the form did not name it'),
    arrival: z
      .enum(arrivals)
      .nullable()
      .optional()
      .describe(
        'How it came when not in time: while the form was closed, or full. Null in time, absent where the studio had not ' +
          'set when its form is open',
      ),
    rank: z
      .number()
      .optional()
      .describe('Its place on the waiting list: the least is next. Absent from requests that are not `WAITLISTED`'),
    slotsOver: z
      .int()
      .min(1)
      .optional()
      .describe('How many more slots are taken than there are. Only in the response to a change that takes one'),
    files: z.array(file).describe('In the order in which the customer attached them'),
    held: z
      .object({ reasons: z.array(signal) })
      .optional()
      .describe('Why the guard holds the request. Absent when it does not'),
    seenBefore: z
      .array(seenFile)
      .optional()
      .describe(
        'Files of other requests that are the same or look the same, the newest first. Only where one request is read',
      ),
    queueName: z
      .string()
      .optional()
      .describe('The name that the customer chose for the public queue. Absent without one'),
    queueNameShown: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        'Whether the queue shows that name. Null until somebody has decided: it does not. Comes with `queueName`',
      ),
    signals: z
      .array(signal)
      .optional()
      .describe('Why the guard would have held the request, or held it before a person released it'),
    ...requestFacts,
  }),
);

export type InboxRequest = Shape<typeof inboxRequest>;

/** A request of a list. */
export const listedRequest = named('ListedRequest', inboxRequest.omit({ ...unlistedFacts, seenBefore: true }));

export type ListedRequest = Shape<typeof listedRequest>;
export type RequestFile = Shape<typeof file>;
export type Extra = Shape<typeof extra>;

export const requestsOfCustomer = named(
  'RequestsOfCustomer',
  z.object({
    items: z.array(listedRequest).describe('The newest first, 50 at most'),
    total: z.int().min(0),
  }),
);

/** Requests from one mailbox. */
export type RequestsOfCustomer = Shape<typeof requestsOfCustomer>;

const atLeast = z.string().regex(/^\d+\+$/) as z.ZodType<`${number}+`>;
const count = z.union([z.int().min(0), atLeast]);

export const requestList = named(
  'RequestList',
  z.object({
    items: z.array(listedRequest),
    next: nextCursor,
    counts: z
      .object(Object.fromEntries(requestStatuses.map((status) => [status, count])) as Record<StatusName, typeof count>)
      .describe(
        'Counts by status, under all other filters: exact up to 10,000, then `10000+`. With more ' +
          'than 50,000 requests, the count of a search for a frequent word may be a smaller number with a plus: not all requests were counted',
      ),
  }),
);

export const requestForm = named(
  'RequestForm',
  z.object({ form: storedCommissionForm.nullable().describe('Null when the form told nothing') }),
);

export type RequestList = Shape<typeof requestList>;

/**
 * An exact count up to 10,000, then `10000+`. With more than 50,000 requests, a search that very many match is counted
 * among some of the requests only. A smaller number with a plus then means that not all were counted.
 */
export type StatusCount = Shape<typeof count>;

/** The number of requests of each status that meet all other conditions. */
export type StatusCounts = RequestList['counts'];

type StatusName = (typeof requestStatuses)[number];

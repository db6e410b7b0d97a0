import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import { storedCommissionForm } from '../../intake/submission/commission-form.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, nextCursor, storedId } from '../../platform/shapes/values.ts';
import { listedRequest } from '../facets/registry.ts';

export const requestsOfCustomer = named(
  'RequestsOfCustomer',
  z.object({
    items: z.array(listedRequest).describe('The newest first, 50 at most'),
    total: z.int().min(0),
  }),
);

/** Requests from one mailbox. */
export type RequestsOfCustomer = Shape<typeof requestsOfCustomer>;

export const repeatedRequests = named(
  'RepeatedRequests',
  z.object({
    items: z.array(
      z.object({
        id: storedId,
        position: z.int().min(1).describe('Of the request among those from its mailbox, the oldest first'),
        total: z.int().min(2),
      }),
    ),
  }),
);

/** A request whose mailbox has sent others, too. */
export type RepeatedRequest = Shape<typeof repeatedRequests>['items'][number];

const priceSum = z.object({
  status: z.enum(requestStatuses),
  currency: z.string(),
  digits: z.int().min(0),
  amount: z.number().min(0).describe('The sum in minor units. It is exact up to 2^53'),
  requests: z.int().min(1).describe('The number of requests in the sum'),
});

export const priceSums = named(
  'PriceSums',
  z.object({ items: z.array(priceSum).describe('In the order of the statuses, then of the currencies') }),
);

export type PriceSums = Shape<typeof priceSums>;
export type PriceSum = PriceSums['items'][number];

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
  z.object({ form: storedCommissionForm.nullable().describe('Null when the form sent only the payload') }),
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

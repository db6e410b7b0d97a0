import { z } from 'zod';
import { named } from '../../platform/shapes/values.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';

const customerRequests = named(
  'CustomerRequests',
  z.object({
    position: z.int().min(1).describe('Of this request among them, the oldest first'),
    total: z.int().min(2),
  }),
);

const details = {
  customerRequests: customerRequests
    .optional()
    .describe('The requests from the same mailbox. Absent for the only one, and only where one request is read'),
};

/** The reader of one request counts them by the index of the search. */
export const ofCustomer = {
  shape: {},
  details,
  columns: {},
  factsOf: () => ({}),
} satisfies Facet<object, object, FactsOf<typeof details>>;

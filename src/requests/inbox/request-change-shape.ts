import { z } from 'zod';
import { type CustomerMail, customerMails } from '../../events/delivery-clauses.ts';
import { requestStatuses } from '../../events/statuses.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { date, instant, named } from '../../platform/shapes/values.ts';
import { message, publicMessage } from '../entries/registry.ts';
import { newPrice } from '../facets/price.ts';
import { labelText } from './label-text.ts';
import { requestFilter } from './request-filter-shape.ts';

export type { CustomerMail };

const maxLabels = 20;
const maxLabelCharacters = 50;
const maxBulkIds = 10_000;
const maxVersion = 2 ** 31 - 1;

// Without a comma, because commas separate the labels of a query.
const label = labelText(maxLabelCharacters).regex(/^[^,\p{Cc}]*$/u, 'A label holds no comma and no control character');

const labels = z
  .array(label)
  .overwrite((all) => [...new Set(all)])
  .max(maxLabels);

const fields = {
  status: z.enum(requestStatuses).optional(),
  dueOn: date.nullable().optional(),
  labels: labels.optional(),
  publicMessage: publicMessage.text.nullable().optional().describe('Shown to the customer on the status page'),
  unread: z.boolean().optional(),
};

const version = z.int().min(0).max(maxVersion);

/** Omitted fields keep their values. */
export const requestPatch = named(
  'RequestPatch',
  z.strictObject({
    ...fields,
    queueNameShown: z
      .boolean()
      .nullable()
      .optional()
      .describe('Whether the public queue shows `queueName`. It does not before this is true'),
    price: newPrice.nullable().optional().describe('The agreed price, or null to remove it. Customers do not see it'),
    customerMail: z
      .enum(customerMails)
      .optional()
      .describe(
        'With `skip` the customer gets no mail about the new status. Operators and webhooks are notified as usual',
      ),
    message: z
      .strictObject({ text: message.text })
      .optional()
      .describe('Mailed to the customer unchanged after 15 seconds, in place of the mail about the new status'),
    version: version.optional().describe('The version that you read. It may be sent as If-Match instead'),
  }),
);

const change = z
  .strictObject(fields)
  .refine((given) => Object.keys(given).length > 0, 'The change must have at least one field');

/** A name for the queue is seen before it is shown, and a price belongs to one request: no bulk change sets them. */
export type RequestChange = Shape<typeof change> & Pick<Shape<typeof requestPatch>, 'queueNameShown' | 'price'>;

export const bulkChange = z.union(
  [
    z.strictObject({
      ids: z
        .array(z.strictObject({ id: z.uuid().toLowerCase(), version }))
        .min(1)
        .max(maxBulkIds),
      change,
    }),
    z.strictObject({
      filter: requestFilter,
      asOf: instant.describe('Requests that were created or changed later are skipped'),
      change,
    }),
  ],
  'Must hold ids and change, or filter, asOf and change',
);

export const bulkResult = named(
  'BulkResult',
  z.object({
    changed: z.int().min(0),
    skipped: z
      .int()
      .min(0)
      .describe(
        'Requests that have another version or the new values already, no longer exist, or were created or changed after `asOf`',
      ),
    failed: z.int().min(0),
  }),
);

export type BulkResult = Shape<typeof bulkResult>;

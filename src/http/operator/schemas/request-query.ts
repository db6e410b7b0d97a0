import { z } from 'zod';
import { pageLimit, pageQuery } from '../../../platform/shapes/values.ts';
import { requestSorts } from '../../../requests/inbox/inbox.ts';
import { asQuery, requestFilter } from '../../../requests/inbox/request-filter-shape.ts';

export const requestListOptions = requestFilter.extend({
  sort: z.enum(requestSorts).default('newest'),
  ...pageQuery,
});

export const repeatsQuery = requestFilter.pick({ id: true }).required();

export const requestListQuery = asQuery(requestListOptions);

export const feedQuery = z.strictObject({
  after: z
    .string()
    .max(1000)
    .optional()
    .transform((after) => (after === '' || after === '0' ? undefined : after))
    .describe('The `next` of the previous page. Without it, or with 0, the feed starts at the first event'),
  limit: pageLimit(1000, 200),
});

export const historyQuery = z.strictObject(pageQuery);

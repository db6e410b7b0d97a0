import { z } from 'zod';
import { requestStatuses } from '../../customers/events/statuses.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { date, list, spanEnd, text, truth } from '../../platform/shapes/values.ts';

const maxItems = 50;
const maxIds = 200;
const maxTypes = 100;

/** Returns the whole entry too, because an id of the catalogue may contain commas. */
const wholeAndParts = (entry: string) => (entry.includes(',') ? [entry, ...entry.split(',')] : [entry]);

/**
 * The conditions of the requests in a list, with the same names in a query and in the body of a bulk change. An omitted
 * condition does not restrict the list.
 */
export const requestFilter = z.strictObject({
  id: list(z.uuid().toLowerCase(), maxIds).optional().describe('Requests with any of these ids, at most 200'),
  status: list(z.enum(requestStatuses), maxItems).optional().describe('Requests with any of these statuses'),
  type: list(text(1000), maxTypes, wholeAndParts).optional().describe('Requests with any of these values of `typeId`'),
  label: list(text(50), maxItems).optional().describe('Requests with all of these labels'),
  from: spanEnd.optional().describe('The earliest time of creation, inclusive: an RFC 3339 instant, or a date in UTC'),
  to: spanEnd.optional().describe('The latest time of creation, exclusive: an RFC 3339 instant, or a date in UTC'),
  q: text(200)
    .optional()
    .describe(
      'A substring of the name, e-mail, socials, message, file names or number, or an id. Ignores case and accents. It needs three characters ' +
        'or more, or two in Chinese, Japanese and Korean: a shorter text finds nothing. An apostrophe matches any one character ' +
        'if a part beside it is long enough to be found alone, else only itself',
    ),
  unread: truth.optional(),
  hasFiles: truth.optional(),
  arrival: list(z.enum(['closed', 'full']), maxItems)
    .optional()
    .describe('Requests that came while the form was closed, or full'),
  dueBefore: date.optional().describe('Exclusive: YYYY-MM-DD'),
});

export type RequestFilter = Shape<typeof requestFilter>;

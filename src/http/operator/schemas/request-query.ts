import { z } from 'zod';
import { requestSorts } from '../../../inbox/inbox.ts';
import { requestStatuses } from '../../../inbox/statuses.ts';
import { date, instant, list, pageLimit, pageQuery, text } from './values.ts';

const maxItems = 50;
const maxIds = 200;
const maxTypes = 100;

/** Returns the whole entry too, because an id of the catalogue may contain commas. */
const wholeAndParts = (entry: string) => (entry.includes(',') ? [entry, ...entry.split(',')] : [entry]);

/** A boolean, which a query holds as the text `true` or `false`. */
const truth = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

/** The conditions of a list, with the same names in a query and in the body of a bulk change. */
export const requestFilter = z.strictObject({
  id: list(z.uuid().toLowerCase(), maxIds).optional().describe('Any of these, at most 200'),
  status: list(z.enum(requestStatuses), maxItems).optional().describe('Any of these'),
  type: list(text(1000), maxTypes, wholeAndParts).optional().describe('The typeId, any of these'),
  label: list(text(50), maxItems).optional().describe('All of these'),
  from: instant.optional().describe('Inclusive: an RFC 3339 instant, or a date in UTC'),
  to: instant.optional().describe('Exclusive: an RFC 3339 instant, or a date in UTC'),
  q: text(200)
    .optional()
    .describe(
      'Any substring of name, e-mail, socials, message, file names and number, without case and accents: three characters ' +
        'or more, two in Chinese, Japanese and Korean. A shorter text finds nothing. An apostrophe is any one character ' +
        'if a part beside it is long enough to be found alone, else only itself. Also an id',
    ),
  unread: truth.optional(),
  hasFiles: truth.optional(),
  dueBefore: date.optional().describe('Exclusive: YYYY-MM-DD'),
});

export const requestListQuery = requestFilter.extend({
  sort: z.enum(requestSorts).default('newest'),
  ...pageQuery,
});

export const feedQuery = z.strictObject({
  after: z
    .string()
    .max(1000)
    .optional()
    .transform((after) => (after === '' || after === '0' ? undefined : after))
    .describe('The next of the page before; without it, or with 0, the first events'),
  limit: pageLimit(1000, 200),
});

export const historyQuery = z.strictObject(pageQuery);

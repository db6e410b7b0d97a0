import { z } from 'zod';
import { limitedText } from '../../../customers/submission/payload-text.ts';

/** Registers the schema under its name in the OpenAPI document. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  // In the registry of `meta` and `describe`, because the document is made of one registry.
  z.globalRegistry.add(schema, { ...schema.meta(), id });
  return schema;
}

/** Returns the schema of a text of at least one character, which is stored unaltered. */
export function text(maxCharacters: number) {
  return limitedText(maxCharacters).min(1);
}

/** `YYYY-MM-DD` from the year 1 on, because PostgreSQL has no year 0. */
export const date = z.iso.date().refine((value) => value >= '0001-01-01', 'The year must be 1 or later');

const instantRule = 'Must be an RFC 3339 instant or a date';

/** An RFC 3339 time, or a date for its first instant in UTC. An unencoded `+` in a query arrives as a blank. */
const instantText = z
  .string({ error: ({ input }) => (input === undefined ? undefined : instantRule) })
  // The type again, because generators of clients take no `anyOf` without one.
  .meta({ anyOf: ['date-time', 'date'].map((format) => ({ type: 'string', format })) })
  .transform((value) => value.toUpperCase().replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(z.union([z.iso.datetime({ offset: true }), z.iso.date()], instantRule));

export const instant = instantText.transform((value) => new Date(value));

/** An end of a span of times in milliseconds. Rounded up, so that it is exact: no such time is in between. */
export const spanEnd = instantText.transform(
  (value) => new Date(Date.parse(value) + (/\.\d{3}\d*[1-9]/.test(value) ? 1 : 0)),
);

/** Returns the schema of `limit` in a query, which must be decimal digits. */
export function pageLimit(most: number, usual: number) {
  const digits = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.int().min(1).max(most)).default(usual);
}

/** The query of a list in pages. */
export const pageQuery = {
  cursor: z.string().min(1).max(1000).optional().describe('The `next` of the previous page'),
  limit: pageLimit(200, 50),
};

export const nextCursor = z.string().nullable().describe('The cursor of the next page; null on the last page');

const splitAtCommas = (entry: string) => entry.split(',');

/** Accepts a repeated parameter, texts with commas (`status=NEW,SPAM`) or a JSON array, and removes duplicates. */
export function list<T extends z.ZodType>(item: T, most: number, read = splitAtCommas) {
  const all = (value: unknown) =>
    [value].flat().flatMap((entry) => (typeof entry === 'string' ? read(entry) : [entry]));
  return z.preprocess((value) => [...new Set(all(value))], z.array(item).min(1).max(most));
}

export const idParams = z.object({ id: z.uuid() });

/** The identifier of an existing row, of any UUID version. */
export const storedId = z.guid().meta({ format: 'uuid' });

/** The schema of an empty response. */
export const nothing = z.undefined().describe('No content');

/** A response that is streamed as text. */
export const streamed = z.unknown().meta({ type: 'string' });

/** A binary response. */
export const bytes = z.unknown().meta({ type: 'string', format: 'binary' });

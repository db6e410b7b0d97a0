import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { date, list, spanEnd, text, truth } from '../../platform/shapes/values.ts';
import { arrivals } from '../facets/arrivals.ts';

const maxItems = 50;
const maxIds = 200;
const maxTypes = 100;

/** Answers may contain commas. */
const whole = (entry: string) => [entry];

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
      'A substring of the name, e-mail, socials, message, answers, file names or number, or an id. Ignores case and accents. It needs three characters ' +
        'or more, or two in Chinese, Japanese and Korean: a shorter text finds nothing. An apostrophe matches any one character ' +
        'if a part beside it is long enough to be found alone, else only itself',
    ),
  unread: truth.optional(),
  hasFiles: truth.optional(),
  held: truth.optional().describe('`true`: requests that the guard holds, which are in no other list'),
  arrival: list(z.enum(arrivals), maxItems)
    .optional()
    .describe('Requests that came while the form was closed, or full'),
  dueBefore: date.optional().describe('Exclusive: YYYY-MM-DD'),
  answer: z
    .record(text(200), list(text(200), maxItems, whole))
    .refine((answers) => Object.keys(answers).length <= maxItems, `At most ${maxItems} questions`)
    .optional()
    .describe(
      'Requests with any of these answers to each of these questions: the id of an option, or `true` or `false`. A query ' +
        'has it as `answer.<id of the question>=<answer>`, which may be repeated',
    ),
});

export type RequestFilter = Shape<typeof requestFilter>;

const answerKey = /^answer(?:\.(.{1,200})|\[(.{1,200})\])$/su;

/** Returns a schema for a query: the conditions by answers, one by one in a query, become one record. */
export function asQuery<T extends z.ZodType>(schema: T) {
  return z.preprocess((query) => (typeof query === 'object' && query !== null ? gathered(query) : query), schema);
}

function gathered(query: object): object {
  const others: [string, unknown][] = [];
  const answers: [string, unknown][] = [];
  for (const [key, value] of Object.entries(query)) {
    const [, dotted, bracketed] = answerKey.exec(key) ?? [];
    const id = dotted ?? bracketed;
    // A schema ignores this one name, which would find all requests.
    if (id === undefined || id === '__proto__') others.push([key, value]);
    else answers.push([id, value]);
  }
  return Object.fromEntries(answers.length === 0 ? others : [...others, ['answer', Object.fromEntries(answers)]]);
}

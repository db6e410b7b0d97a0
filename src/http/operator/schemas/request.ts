import { z } from 'zod';
import { requestStatuses } from '../../../inbox/statuses.ts';
import { named, nextCursor, storedId } from './values.ts';

const file = named(
  'RequestFile',
  z.object({
    position: z.int().min(0),
    name: z.string(),
    type: z.string().describe('As the client sent it: not to be believed'),
    size: z.int().min(0).describe('Bytes'),
    sha256: z.string().describe('Lower-case hex'),
    preview: z.boolean().nullable().describe('Whether there is a small picture; null when none has been tried'),
  }),
);

/** A request as operators see it. */
export const inboxRequest = named(
  'Request',
  z.object({
    id: storedId,
    number: z.string().describe('Short, for people'),
    createdAt: z.date(),
    status: z.enum(requestStatuses),
    version: z.int().min(1).describe('Counted up by every change but read and unread'),
    unread: z.boolean(),
    dueOn: z.string().nullable().describe('YYYY-MM-DD'),
    labels: z.array(z.string()),
    publicMessage: z.string().nullable(),
    typeId: z.string().nullable(),
    optionId: z.string().nullable(),
    customCardId: z.string().nullable(),
    extraIds: z.array(z.string()),
    extras: z.array(z.object({ id: z.string(), name: z.string() })).describe('Those of extraIds that exist'),
    customerName: z.string(),
    customerEmail: z.string(),
    customerSocials: z.string().nullable(),
    message: z.string(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    language: z
      .string()
      .nullable()
      .describe('What the customer reads and writes, as a tag (BCP 47); null where the form did not say it'),
    files: z.array(file),
  }),
);

const count = z.union([z.int().min(0), z.string().regex(/^\d+\+$/)]);

export const requestList = named(
  'RequestList',
  z.object({
    items: z.array(inboxRequest),
    next: nextCursor,
    counts: z
      .object(Object.fromEntries(requestStatuses.map((status) => [status, count])) as Record<StatusName, typeof count>)
      .describe(
        'By status, under all the other filters: exact up to 10,000, then `10000+`; of a search for a frequent word on more ' +
          'than 50,000 requests also fewer with a plus, when not all were compared',
      ),
  }),
);

type StatusName = (typeof requestStatuses)[number];

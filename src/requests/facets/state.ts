import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { storedId } from '../../platform/shapes/values.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';

interface Row {
  readonly version: number;
  readonly unread: boolean;
  readonly dueOn: string | null;
  readonly labels: readonly string[];
}

const shape = {
  id: storedId,
  number: z.string().describe('A short number for people, such as K7QX-29MB'),
  createdAt: z.date(),
  status: z.enum(requestStatuses),
  version: z.int().min(1).describe('Increased by every change except those of `unread`'),
  unread: z.boolean(),
  dueOn: z.string().nullable().describe('YYYY-MM-DD'),
  labels: z.array(z.string()),
};

type Facts = FactsOf<typeof shape>;

/** The identity of a request, its time, and the state that operators change. */
export const state = {
  shape,
  columns: { version: 'r.version', unread: 'r.unread', dueOn: 'r.due_on::text', labels: 'r.labels' },
  factsOf: ({ id, createdAt, status, version, unread, dueOn, labels }: StoredRequest & Row): Facts => ({
    id,
    number: requestNumberOf(id),
    createdAt,
    status,
    version,
    unread,
    dueOn,
    labels,
  }),
  lines: ({ number, id, createdAt, status, dueOn, labels }) => [
    ['Number', number],
    ['Id', id],
    ['Came', createdAt.toISOString()],
    ['Status', status],
    ['Due', dueOn],
    ['Labels', labels.join(', ')],
  ],
  cells: {
    number: ({ number }) => number,
    id: ({ id }) => id,
    createdAt: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
    unread: ({ unread }) => String(unread),
    dueOn: ({ dueOn }) => dueOn ?? '',
    labels: ({ labels }) => labels.join(', '),
    version: ({ version }) => String(version),
  },
  searched: ({ id }) => [requestNumberOf(id)],
  customer: { createdAt: 'r.created_at', status: 'r.status', dueOn: 'r.due_on::text' },
  mailed: { dueOn: ({ dueOn }: Row): string | null => dueOn },
  tables: ['request_labels'],
} satisfies Facet<Row, Facts>;

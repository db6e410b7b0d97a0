import { z } from 'zod';
import { shownQueueName } from '../../intake/submission/queue-name.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';

interface Row {
  readonly queueNameShown: boolean | null;
}

const shape = {
  queueName: z
    .string()
    .optional()
    .describe('The name that the customer chose for the public queue. Absent without one'),
  queueNameShown: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'Whether the queue shows that name. Null until somebody has decided: it does not. Comes with `queueName`',
    ),
};

type Facts = FactsOf<typeof shape>;

/** The name as the queue would show it. */
function factsOf({ form, queueNameShown }: StoredRequest & Row): Facts {
  const queueName = shownQueueName(form?.queueName);
  return queueName === '' ? {} : { queueName, queueNameShown };
}

export const queueName = {
  shape,
  columns: { queueNameShown: 'r.queue_name_shown' },
  factsOf,
  lines: ({ queueName = '', queueNameShown }) => [
    ['Name in the queue', queueName && `${queueName}${queueNameShown ? '' : ' (not shown)'}`],
  ],
  cells: {
    queueName: ({ queueName }) => queueName ?? '',
    queueNameShown: ({ queueNameShown }) => String(queueNameShown ?? ''),
  },
  searched: ({ form }) => [form?.queueName ?? ''],
} satisfies Facet<Row, Facts>;

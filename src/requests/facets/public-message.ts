import { z } from 'zod';
import { newestEntry, shownText } from '../../events/entry-clauses.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';

interface Row {
  readonly publicMessage: string | null;
}

const shape = { publicMessage: z.string().nullable() };

/** The studio's message to the customer on the status page. */
export const publicMessage = {
  shape,
  columns: { publicMessage: shownText('public-message') },
  factsOf: ({ publicMessage }: Row) => ({ publicMessage }),
  lines: ({ publicMessage }) => [['Public message', publicMessage]],
  cells: { publicMessage: ({ publicMessage }) => publicMessage ?? '' },
  sent: { publicMessage: ({ publicMessage }: Row) => publicMessage },
  customer: {
    publicMessage: shownText('public-message'),
    publicMessageAt: `(${newestEntry('public-message', 'entry.at')})`,
  },
} satisfies Facet<Row, FactsOf<typeof shape>>;

import { z } from 'zod';
import type { Facet, FactsOf } from '../facet/facet.ts';

interface Row {
  readonly studioRevision: number | null;
}

const shape = {
  studioRevision: z
    .int()
    .nullable()
    .describe('The revision of the studio that the customer saw, or null when the form did not name it'),
};

export const studioRevision = {
  shape,
  columns: { studioRevision: "(r.commission_form->>'revision')::int" },
  factsOf: ({ studioRevision }: Row) => ({ studioRevision }),
  cells: { studioRevision: ({ studioRevision }) => String(studioRevision ?? '') },
} satisfies Facet<Row, FactsOf<typeof shape>>;

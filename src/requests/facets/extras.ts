import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import { type Facet, type FactsOf, lineForEach } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';
import { chosenExtras } from './choices.ts';

const extra = z.object({ id: z.string(), name: z.string() });

type Extra = Shape<typeof extra>;

interface Row {
  readonly extras: readonly Extra[];
}

const shape = { extras: z.array(extra).describe('The extras of `extraIds` that exist') };

/** The extras with their English names, as the customer saw them where that is known. */
function extrasOf({ extras, extraIds }: StoredRequest & Row, studio: AskingStudio | null): readonly Extra[] {
  if (extras.length === 0 || studio === null) return extras;
  const shown = new Map(chosenExtras(studio, extraIds).map(({ id, name }) => [id, name.en]));
  return extras.map(({ id, name }) => ({ id, name: shown.get(id) ?? name }));
}

export const extras = {
  shape,
  columns: {
    extras: `
  (select coalesce(json_agg(json_build_object('id', e.id, 'name', coalesce(e.name, e.id)) order by e.id), '[]')
   from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id)`,
  },
  factsOf: (row: StoredRequest & Row, studio: AskingStudio | null) => ({ extras: extrasOf(row, studio) }),
  cells: { extras: ({ extras }) => lineForEach(extras.map(({ name }) => name)) },
  sent: { extras: ({ extras }: Row): readonly string[] => extras.map(({ name }) => name) },
  tables: ['commission_request_extras'],
} satisfies Facet<Row, FactsOf<typeof shape>>;

import { z } from 'zod';
import { chosenOf } from '../../intake/submission/estimate.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { type AskingStudio, shownRevision } from '../../studio/revisions/studio-history.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';

const texts = z.record(z.string(), z.string());

const choicesShape = named(
  'RequestChoices',
  z.object({
    type: texts.nullable(),
    option: texts.nullable(),
    customCard: texts.nullable(),
    extras: z.array(z.object({ id: z.string(), name: texts })),
  }),
);

type Choices = Shape<typeof choicesShape>;

const shape = {
  chosen: choicesShape
    .optional()
    .describe(
      'The names of what was chosen, by language, as the customer saw them. Null where the studio had no such entry',
    ),
};

type Facts = FactsOf<typeof shape>;

/** Returns the names of the chosen extras that the studio had. */
export function chosenExtras({ extras }: AskingStudio, extraIds: readonly string[]): Choices['extras'] {
  return chosenOf(extras, extraIds).map(({ id, name }) => ({ id, name }));
}

/** Returns no names when the studio had no entry that was chosen. */
function factsOf({ typeId, optionId, extraIds, customCardId }: StoredRequest, studio: AskingStudio | null): Facts {
  if (studio === null) return {};
  const type = studio.types.find(({ id }) => id === typeId);
  const chosen: Choices = {
    type: type?.name ?? null,
    option: type?.options.find(({ id }) => id === optionId)?.name ?? null,
    customCard: studio.customCards.find(({ id }) => id === customCardId)?.name ?? null,
    extras: chosenExtras(studio, extraIds),
  };
  const isAny = chosen.type !== null || chosen.customCard !== null || chosen.extras.length > 0;
  return isAny ? { chosen } : {};
}

const mostIdCharacters = 200;

export const choices = {
  shape,
  columns: {},
  factsOf,
  // The page looks its words up by these ids and never shows them: a program may have typed any text.
  customer: {
    typeId: `left(r.type_id, ${mostIdCharacters + 1})`,
    optionId: `left(r.option_id, ${mostIdCharacters + 1})`,
    shownRevision,
  },
  mailed: { chosen: (row: StoredRequest, studio: AskingStudio | null) => factsOf(row, studio).chosen ?? null },
} satisfies Facet<object, Facts>;

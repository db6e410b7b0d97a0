import { z } from 'zod';
import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';
import { arrivals, type Lateness } from './arrivals.ts';

interface Row {
  readonly arrival: Lateness | null;
  readonly rank: number | null;
}

const shape = {
  arrival: z
    .enum(arrivals)
    .nullable()
    .optional()
    .describe(
      'How it came when not in time: while the form was closed, or full. Null in time, absent where the studio had not ' +
        'set when its form is open',
    ),
  rank: z
    .number()
    .optional()
    .describe('Its rank on the waiting list: the least is next. Absent from requests that are not `WAITLISTED`'),
  slotsOver: z
    .int()
    .min(1)
    .optional()
    .describe('How many more slots are taken than there are. Only in the response to a change that takes one'),
};

type Facts = FactsOf<typeof shape>;

function factsOf({ arrival, rank }: Row, studio: AskingStudio | null): Facts {
  const isJudged = arrival !== null || (studio?.opening ?? null) !== null;
  return { ...(isJudged && { arrival }), ...(rank !== null && { rank }) };
}

/** The lateness of a request, and its rank on the waiting list. */
export const arrival = {
  shape,
  columns: { arrival: 'r.arrival', rank: "case r.status when 'WAITLISTED' then r.rank end" },
  factsOf,
  lines: ({ arrival, rank }) => [
    ['Arrival', arrival ? `while the form was ${arrival}` : ''],
    ['Rank on the waiting list', rank === undefined ? '' : String(rank)],
  ],
  cells: { arrival: ({ arrival }) => arrival ?? '', rank: ({ rank }) => String(rank ?? '') },
} satisfies Facet<Row, Facts>;

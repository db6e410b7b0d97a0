import type { ServedOpening } from '../../studio/catalogue/opening-shape.ts';
import type { Opening } from '../../studio/document/opening.ts';
import type { ComputedOpening } from './opening-state.ts';

/** Returns the state of the form as customers see it. */
export function servedOpening(
  opening: Opening,
  { state, reason, types }: ComputedOpening,
  at: Date,
): Omit<ServedOpening, 'notices'> {
  const { message, timeZone, showSlotsLeft } = opening;
  return {
    state,
    reason,
    opensAt: toCome(opening, opening.opensAt, at),
    closesAt: toCome(opening, opening.closesAt, at),
    message,
    timeZone,
    types: types.map(({ left, ...type }) => ({ ...type, left: showSlotsLeft ? left : null })),
  };
}

/** Returns the instant in UTC if the schedule holds and it is still to come. */
function toCome({ mode }: Opening, instant: string | null, at: Date): string | null {
  if (mode !== 'scheduled' || instant === null || Date.parse(instant) <= at.getTime()) return null;
  return new Date(instant).toISOString();
}

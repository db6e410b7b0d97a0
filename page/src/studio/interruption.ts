import type { Opening } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';

/** Why the page does not send a form that it could have sent earlier (S16). */
export type Interruption = 'closed' | 'waitlist' | 'type';

/**
 * Compares the opening that the customer saw with the present one. Returns null unless it has changed for the worse.
 * @param seen The opening that the form showed when the customer pressed the button.
 */
export function interruptionOf(seen: Opening, now: Opening, { typeId }: Pick<Draft, 'typeId'>): Interruption | null {
  if (now.state === 'closed') return 'closed';
  const stateOf = ({ state, types }: Opening) => types.find(({ id }) => id === typeId)?.state ?? state;
  if (stateOf(now) === 'closed') return 'type';
  const isListed = (opening: Opening) => opening.state === 'waitlist' || stateOf(opening) === 'waitlist';
  return isListed(now) && !isListed(seen) ? 'waitlist' : null;
}

import type { Opening } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';

/** Why the page does not send what it could have sent when the form was filled in (S16). */
export type Interruption = 'closed' | 'waitlist' | 'type';

/**
 * Compares what the customer saw with what holds now. Returns null where nothing has changed for the worse.
 * @param seen What the form showed when the customer pressed the button.
 */
export function interruptionOf(seen: Opening, now: Opening, { typeId }: Pick<Draft, 'typeId'>): Interruption | null {
  if (now.state === 'closed') return 'closed';
  const stateOf = ({ state, types }: Opening) => types.find(({ id }) => id === typeId)?.state ?? state;
  if (stateOf(now) === 'closed') return 'type';
  const isListed = (opening: Opening) => opening.state === 'waitlist' || stateOf(opening) === 'waitlist';
  return isListed(now) && !isListed(seen) ? 'waitlist' : null;
}

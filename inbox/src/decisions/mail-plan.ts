import type { MailStatus } from '../../../src/deliveries/mail/mail-channels.ts';
import type { RequestStatus } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';

/** Time within which an undo stops the mail about a change of status. */
export const undoableMs = 15_000;

/** A change of status, from the last status that the customer was told of. */
export type ToldChange = Pick<Decision, 'from' | 'to'>;

/**
 * Returns true when the customer is mailed about this change. A request that leaves SPAM has the status that it had
 * before SPAM for the customer. That is presumed to be NEW, like on the status page.
 */
export function isMailed({ from, to }: ToldChange, mail: MailStatus | null): boolean {
  const told = from === 'SPAM' ? 'NEW' : from;
  return to !== 'SPAM' && to !== told && mail?.tellsStatusChanges === true;
}

/**
 * Returns the last status that the customer was told of before this change, or SPAM where only the service knows it.
 * The service tells of changes that follow each other within the undo time as one, from the status before the first.
 * @param log contains the decision, the oldest first
 */
export function lastTold(decision: Decision, log: readonly Decision[]): RequestStatus {
  // The log may already have decisions that followed, because this is asked after the service's response.
  const earlier = log.slice(0, log.indexOf(decision)).filter(({ id }) => id === decision.id);
  const isTold = (index: number) => !isUntoldAt(earlier[index + 1] ?? decision, earlier[index] as Decision);
  const lastToldAt = earlier.findLastIndex((_, index) => isTold(index));
  return (earlier[lastToldAt + 1] ?? decision).from;
}

/** Returns true when the customer was not yet told of `earlier` at the time of `next`, the decision after it. */
function isUntoldAt(next: Decision, earlier: Decision): boolean {
  // Nobody is told of spam, however long it stays.
  return earlier.to === 'SPAM' || Date.parse(next.at) - Date.parse(earlier.at) < undoableMs;
}

import type { MailStatus } from '../../../src/deliveries/mail/mail-channels.ts';
import type { RequestStatus } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';

/** Time within which an undo stops the mail about a change of status. */
export const undoableMs = 15_000;

/** Returns true when customers are mailed about a change to this status. */
export function isMailed(status: RequestStatus, mail: MailStatus | null): boolean {
  return status !== 'SPAM' && mail?.tellsStatusChanges === true;
}

/**
 * Returns true when this change restores the last status that the customer was told of. The service tells of changes
 * that follow each other within the undo time as one, from the status before the first to the one after the last.
 * @param log contains the decision, the oldest first
 */
export function isRestored(decision: Decision, log: readonly Decision[]): boolean {
  return firstOfChain(decision, log).from === decision.to;
}

/** Returns the first of the changes that the service tells of together with this one. */
function firstOfChain(decision: Decision, log: readonly Decision[]): Decision {
  // The log may already have decisions that followed, because this is asked after the service's response.
  const earlier = log.slice(0, log.indexOf(decision)).filter(({ id }) => id === decision.id);
  return earlier.reduceRight((first, other) => (isUntoldAt(first, other) ? other : first), decision);
}

/** Returns true when the customer was not yet told of `earlier` at the time of `next`. */
function isUntoldAt(next: Decision, earlier: Decision): boolean {
  return Date.parse(next.at) - Date.parse(earlier.at) < undoableMs;
}

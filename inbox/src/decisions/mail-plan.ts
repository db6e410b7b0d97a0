import type { MailStatus } from '../../../src/deliveries/mail/mail-channels.ts';
import type { RequestStatus } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';

/** Time within which an undo stops the mail about a change of status. */
export const undoableMs = 15_000;

/** Returns true when customers are mailed about a change to this status. */
export function isMailed(status: RequestStatus, mail: MailStatus | null): boolean {
  return status !== 'SPAM' && mail?.tellsStatusChanges === true;
}

/** Returns true when this change restores a status that the customer was not yet told has changed. */
export function isRestored({ id, to, at }: Decision, earlier: readonly Decision[]): boolean {
  return earlier.some(
    (other) => other.id === id && other.from === to && Date.parse(at) - Date.parse(other.at) < undoableMs,
  );
}

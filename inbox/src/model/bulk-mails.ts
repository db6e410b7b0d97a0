import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { RequestStatus } from '../api/shapes.ts';
import type { BulkRequest } from './bulk-run.ts';
import type { BulkTask } from './bulk-task.ts';

/** Time within which an undo stops the mail about a change of status. */
export const undoableMs = 15_000;

/** Returns the number of mails to customers that the task causes. */
export function countMails(task: BulkTask, requests: readonly BulkRequest[], mail: MailStatus | null): number {
  if (task.kind !== 'status' || task.status === 'SPAM' || mail?.tellsStatusChanges !== true) return 0;
  return requests.filter(({ status }) => statusForCustomer(status) !== task.status).length;
}

/**
 * Returns the status that the customer knows. A request in SPAM has the status that it had before SPAM for the
 * customer. That is presumed to be NEW, like on the status page.
 */
function statusForCustomer(status: RequestStatus): RequestStatus {
  return status === 'SPAM' ? 'NEW' : status;
}

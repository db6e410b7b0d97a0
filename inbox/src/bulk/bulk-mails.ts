import type { MailStatus } from '../../../src/deliveries/mail/mail-channels.ts';
import { isMailed } from '../decisions/mail-plan.ts';
import type { BulkRequest } from './bulk-run.ts';
import type { BulkTask } from './bulk-task.ts';

/** Returns the number of mails to customers that the task causes. */
export function countMails(task: BulkTask, requests: readonly BulkRequest[], mail: MailStatus | null): number {
  if (task.kind !== 'status') return 0;
  return requests.filter(({ status }) => isMailed({ from: status, to: task.status }, mail)).length;
}

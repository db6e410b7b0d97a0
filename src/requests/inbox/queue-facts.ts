import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { shownQueueName } from '../../intake/submission/queue-name.ts';

interface QueueFacts {
  readonly queueName?: string;
  readonly queueNameShown?: boolean | null;
}

/** Returns the name as the queue would show it, or nothing where there is none. */
export function queueFactsOf(form: StoredCommissionForm | null, queueNameShown: boolean | null): QueueFacts {
  const queueName = shownQueueName(form?.queueName);
  return queueName === '' ? {} : { queueName, queueNameShown };
}

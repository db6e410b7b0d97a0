import { openStatuses } from '../../../src/events/statuses.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { dayOf } from '../language/formats.ts';

type Urgency = 'overdue' | 'today' | 'later';

/** Compares the due day with today. A request that needs no more work is not urgent. Null without a due day. */
export function urgencyOf({ dueOn, status }: Pick<InboxRequest, 'dueOn' | 'status'>, now: number): Urgency | null {
  if (dueOn === null) return null;
  const today = dayOf(now);
  if (dueOn > today || !openStatuses.some((open) => open === status)) return 'later';
  return dueOn === today ? 'today' : 'overdue';
}

import type { EventType } from '../../ledger/delivery.ts';

/** The events that mail channels can be notified of. An erased request has no recipient. */
export const mailEventTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

export type MailEventType = (typeof mailEventTypes)[number];

/** Calls that only mail channels have. `Channels` adds and changes them. Calls reject as those of `Channels` do. */
export interface MailChannels {
  /** Resolves with true when an enabled channel notifies customers of events of this type. */
  notifiesCustomers(type: MailEventType): Promise<boolean>;
}

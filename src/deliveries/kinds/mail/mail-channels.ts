import type { Language } from '../../../platform/language/languages.ts';
import type { EventType } from '../../ledger/delivery.ts';

/** The events that mail channels can be notified of. An erased request has no recipient. */
export const mailEventTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

export type MailEventType = (typeof mailEventTypes)[number];

/** What only mail channels have. `Channels` adds and changes them. Calls reject as those of `Channels` do. */
export interface MailChannels {
  /** Resolves with true when an enabled channel notifies customers of events of this type. */
  notifiesCustomers(type: MailEventType): Promise<boolean>;
}

/** Messages from operators to the customers of requests. */
export interface CustomerMessages {
  /**
   * Makes the delivery of a message, due 15 seconds later, and its event. `no-channel`: no mail channel that is enabled
   * or held lets operators write to customers.
   */
  send(
    requestId: string,
    text: string,
    actor: MessageActor,
  ): Promise<'missing' | 'no-channel' | { readonly deliveryId: string }>;
  /** Returns the language of messages about requests without one, or null when `send` would find no channel. */
  language(): Promise<Language | null>;
  /** Cancels a message that was not sent yet, and records an event. A second call changes nothing. */
  cancel(requestId: string, deliveryId: string, actor: MessageActor): Promise<'cancelled' | 'missing' | 'too-late'>;
}

interface MessageActor {
  readonly kind: 'operator' | 'token' | 'system' | 'rule';
  readonly id: string | null;
}

import type { Actor } from '../../../events/events.ts';
import type { Language } from '../../../platform/language/languages.ts';

/** Messages from operators to the customers of requests. Calls reject when the database cannot be reached. */
export interface CustomerMessages {
  /**
   * Makes the entry of a message, its delivery, due 15 seconds later, and its event. `no-channel`: no mail channel that
   * is enabled or held lets operators write to customers. `held`: the guard holds the request.
   */
  send(
    requestId: string,
    text: string,
    actor: Actor,
  ): Promise<'missing' | 'held' | 'no-channel' | { readonly deliveryId: string }>;
  /** Returns the language of messages about requests without one, or null when `send` would find no channel. */
  language(): Promise<Language | null>;
  /** Cancels a message that was not sent yet, and records an event. The entry stays. A second call changes nothing. */
  cancel(requestId: string, deliveryId: string, actor: Actor): Promise<'cancelled' | 'missing' | 'too-late'>;
}

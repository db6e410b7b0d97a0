import type { Language } from '../../language/languages.ts';
import type { ChannelView } from '../channels.ts';
import type { EventType } from '../delivery.ts';
import type { MailSettings } from './mail-settings.ts';

/** What channels by mail may be told of: an erased request leaves nobody to write to. */
export const mailEventTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

interface NewMailChannel {
  readonly name: string;
  readonly types: readonly (typeof mailEventTypes)[number][];
  readonly settings: MailSettings;
  /** An operator; null: from the shell of the host. */
  readonly createdBy: string | null;
}

/** Channels by mail; they have no secret. What all kinds have is changed by `Channels`. Calls reject as those of `Channels` do. */
export interface MailChannels {
  add(channel: NewMailChannel): Promise<ChannelView | 'too-many'>;
  /** Null where there is no channel by mail of this id. */
  changeSettings(id: string, settings: MailSettings): Promise<ChannelView | null>;
}

/** Whether people can be written to at all. */
export interface MailStatus {
  /** Whether a mail server is configured. */
  readonly isSetUp: boolean;
  /** Whether mails can link to the status page: its address is configured. */
  readonly hasStatusLinks: boolean;
  /** Of the mails that operators write to customers whose own is unknown; null where no channel lets them. */
  readonly customerLanguage: Language | null;
}

/** A message to the customer of a request. */
export interface CustomerMessages {
  /**
   * Makes its delivery, due 15 seconds later, and its event. `no-channel`: no enabled channel by mail lets operators write to
   * customers.
   */
  send(
    requestId: string,
    text: string,
    actor: MessageActor,
  ): Promise<'missing' | 'no-channel' | { readonly deliveryId: string }>;
  /** In which language their mails are where a request has none; null where `send` finds no channel. */
  language(): Promise<Language | null>;
  /** Takes one back that has not been sent yet, with an event; once more changes nothing. */
  cancel(requestId: string, deliveryId: string, actor: MessageActor): Promise<'cancelled' | 'missing' | 'too-late'>;
}

interface MessageActor {
  readonly kind: 'operator' | 'token' | 'system';
  readonly id: string | null;
}

import type { Channels } from './channels/channels.ts';
import type { Deliveries } from './history/deliveries.ts';
import type { MailChannels } from './kinds/mail/mail-channels.ts';
import type { MessageTemplates } from './kinds/mail/message-templates.ts';

/** All that there is about channels and what is sent through them. */
export interface ChannelParts {
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly mailChannels: MailChannels;
  readonly messageTemplates: MessageTemplates;
}

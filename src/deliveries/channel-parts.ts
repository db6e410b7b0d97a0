import type { Channels } from './channels/channels.ts';
import type { Deliveries } from './history/deliveries.ts';
import type { MailChannels } from './kinds/mail/create-mail-channels.ts';
import type { MessageTemplates } from './kinds/mail/create-message-templates.ts';

/** The parts for channels and their deliveries. */
export interface ChannelParts {
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly mailChannels: MailChannels;
  readonly messageTemplates: MessageTemplates;
}

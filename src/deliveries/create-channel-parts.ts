import type { Pool } from 'pg';
import type { KeyRing } from '../platform/secrets/key-ring.ts';
import type { ChannelParts } from './channel-parts.ts';
import { createChannels } from './channels/create-channels.ts';
import { createDeliveries } from './history/create-deliveries.ts';
import { createMailChannels } from './kinds/mail/create-mail-channels.ts';
import { createMessageTemplates } from './kinds/mail/create-message-templates.ts';
import type { ReadReceiverUrl } from './receivers/receiver-url.ts';

export function createChannelParts(pool: Pool, keyRing: KeyRing, readUrl: ReadReceiverUrl): ChannelParts {
  return {
    channels: createChannels(pool, keyRing, readUrl),
    deliveries: createDeliveries(pool),
    mailChannels: createMailChannels(pool),
    messageTemplates: createMessageTemplates(pool),
  };
}

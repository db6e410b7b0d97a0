import { createChannels } from '../../deliveries/create-channels.ts';
import { createDeliveries } from '../../deliveries/create-deliveries.ts';
import { createMailChannels } from '../../deliveries/mail/create-mail-channels.ts';
import { createSealedChannels } from '../../deliveries/sealed-channels.ts';
import { openKeyRing } from '../../process/stores/secrets.ts';
import { type OpenContext, openReadyDatabase } from './ready-database.ts';

export type ChannelStore = Awaited<ReturnType<typeof openChannels>>;

/** Opens the channels of the service, which may be running, for a command from the shell of the host. */
export async function openChannels(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return {
    channels: createChannels(pool, openKeyRing(context.config)),
    deliveries: createDeliveries(pool),
    mailChannels: createMailChannels(pool),
    sealed: createSealedChannels(pool),
  };
}

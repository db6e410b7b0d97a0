import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { Channels } from '../deliveries/channels.ts';
import { createChannels } from '../deliveries/create-channels.ts';
import { createDeliveries } from '../deliveries/create-deliveries.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import { createMailChannels } from '../deliveries/mail/create-mail-channels.ts';
import type { MailChannels } from '../deliveries/mail/mail-channels.ts';
import { createSealedChannels, type SealedChannels } from '../deliveries/sealed-channels.ts';
import { readySchema } from './ready-schema.ts';
import { openKeyRing } from './secrets.ts';
import { openSharedDatabase } from './stores.ts';

/** The channels, for a command from the shell of the host. */
export interface ChannelStore {
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly mailChannels: MailChannels;
  readonly sealed: SealedChannels;
}

/** Lends the channels of the service, which may be running, to `work`. */
export async function withChannels<T>(
  config: Config,
  log: Logger,
  work: (store: ChannelStore) => Promise<T>,
): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    const { pool } = database;
    await readySchema(config, pool);
    return await work({
      channels: createChannels(pool, openKeyRing(config)),
      deliveries: createDeliveries(pool),
      mailChannels: createMailChannels(pool),
      sealed: createSealedChannels(pool),
    });
  } finally {
    await database.close();
  }
}

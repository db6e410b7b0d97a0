import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { createChannels } from '../../deliveries/create-channels.ts';
import { createDeliveries } from '../../deliveries/create-deliveries.ts';
import { createMailChannels } from '../../deliveries/mail/create-mail-channels.ts';
import { createSealedChannels } from '../../deliveries/sealed-channels.ts';
import { openKeyRing } from '../../process/stores/secrets.ts';
import { withReadyDatabase } from './ready-database.ts';

/** The channels, for a command from the shell of the host. */
export type ChannelStore = ReturnType<typeof channelsIn>;

/** Lends the channels of the service, which may be running, to `work`. */
export function withChannels<T>(config: Config, log: Logger, work: (store: ChannelStore) => Promise<T>): Promise<T> {
  return withReadyDatabase(config, log, (database) => work(channelsIn(database, config)));
}

function channelsIn({ pool }: Database, config: Config) {
  return {
    channels: createChannels(pool, openKeyRing(config)),
    deliveries: createDeliveries(pool),
    mailChannels: createMailChannels(pool),
    sealed: createSealedChannels(pool),
  };
}

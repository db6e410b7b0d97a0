import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import type { ChannelParts } from '../../deliveries/channel-parts.ts';
import { createSealedChannels } from '../../deliveries/channels/sealed-channels.ts';
import { createChannelParts } from '../../deliveries/create-channel-parts.ts';
import { createReceiverUrlReader } from '../../deliveries/receivers/receiver-url.ts';
import { type OpenContext, openReadyDatabase } from '../stores/database.ts';
import { openKeyRing } from '../stores/secrets.ts';

/** Makes the channels and their deliveries, with settings sealed by the keys of this installation. */
export function createOwnChannelParts(pool: Pool, config: Config): ChannelParts {
  return createChannelParts(pool, openKeyRing(config), createReceiverUrlReader(config.deliveries));
}

export type ChannelStore = Awaited<ReturnType<typeof openChannels>>;

/** Opens the channels of the service, which may be running, for a command from the shell of the host. */
export async function openChannels(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return { ...createOwnChannelParts(pool, context.config), sealed: createSealedChannels(pool) };
}

import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../../platform/database/transaction.ts';
import {
  type ChannelRow,
  channelColumns,
  freshSecret,
  unlessSendsNothing,
  viewOf,
} from '../../channels/channel-row.ts';
import { maxChannels } from '../../channels/create-channels.ts';
import { beginDigests } from './create-digests.ts';
import type { MailChannels } from './mail-channels.ts';
import { isDaily, type MailSettings } from './mail-settings.ts';

const insertText = `
  insert into delivery_channels (id, kind, name, types, settings, created_by)
  select $1, 'mail', $2, $3, $4, $5
  where (select count(*) from delivery_channels where state <> 'removed') < ${maxChannels}
  returning ${channelColumns}`;

const changeText = `
  update delivery_channels set settings = $2 where id = $1 and kind = 'mail' and state <> 'removed'
  returning ${channelColumns}`;

/** Locks the channel. A channel that is not daily has no position, or an old one. */
const forgetPositionText = `
  with channel as (
    select id from delivery_channels where id = $1 and settings ->> 'pace' is distinct from 'daily' for no key update
  )
  delete from delivery_digests using channel where channel_id = channel.id`;

const notifiesCustomersText = `
  select from delivery_channels
  where kind = 'mail' and state = 'enabled' and settings ->> 'audience' = 'customers' and $1 = any(types) limit 1`;

export function createMailChannels(pool: Pool): MailChannels {
  return {
    async add({ name, types, settings, createdBy }) {
      const values = [randomUUID(), name, [...new Set(types)], settings, createdBy];
      const row = await inTransaction(pool, (client) => store(client, insertText, values, settings));
      return row ? viewOf(row, freshSecret) : 'too-many';
    },
    async changeSettings(id, settings) {
      const changing = inTransaction(pool, async (client) => {
        await client.query(forgetPositionText, [id]);
        return store(client, changeText, [id, settings], settings);
      });
      const row = await unlessSendsNothing(changing);
      return row && row !== 'sends-nothing' ? viewOf(row, freshSecret) : row;
    },
    async notifiesCustomers(type) {
      return (await pool.query(notifiesCustomersText, [type])).rows.length > 0;
    },
  };
}

/** The position of the digests begins in the same transaction, so that they miss no request. */
async function store(
  client: PoolClient,
  text: string,
  values: unknown[],
  settings: MailSettings,
): Promise<ChannelRow | null> {
  const [row] = (await client.query<ChannelRow>(text, values)).rows;
  if (row && isDaily(settings)) await beginDigests(client, row.id);
  return row ?? null;
}

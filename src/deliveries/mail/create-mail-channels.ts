import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type ChannelRow, channelColumns, unlessSendsNothing, viewOf } from '../channel-row.ts';
import { maxChannels } from '../create-channels.ts';
import type { MailChannels } from './mail-channels.ts';

const insertText = `
  insert into delivery_channels (id, kind, name, types, settings, created_by)
  select $1, 'mail', $2, $3, $4, $5
  where (select count(*) from delivery_channels where state <> 'removed') < ${maxChannels}
  returning ${channelColumns}`;

const changeText = `
  update delivery_channels set settings = $2 where id = $1 and kind = 'mail' and state <> 'removed'
  returning ${channelColumns}`;

const notifiesCustomersText = `
  select from delivery_channels
  where kind = 'mail' and state = 'enabled' and settings ->> 'audience' = 'customers' and $1 = any(types) limit 1`;

export function createMailChannels(pool: Pool): MailChannels {
  return {
    async add({ name, types, settings, createdBy }) {
      const values = [randomUUID(), name, [...new Set(types)], settings, createdBy];
      const [row] = (await pool.query<ChannelRow>(insertText, values)).rows;
      return row ? viewOf(row, true) : 'too-many';
    },
    async changeSettings(id, settings) {
      const changed = await unlessSendsNothing(pool.query<ChannelRow>(changeText, [id, settings]));
      if (changed === 'sends-nothing') return changed;
      const [row] = changed.rows;
      return row ? viewOf(row, true) : null;
    },
    async notifiesCustomers(type) {
      return (await pool.query(notifiesCustomersText, [type])).rows.length > 0;
    },
  };
}

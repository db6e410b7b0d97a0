import type { Pool } from 'pg';
import type { MailChannels } from './mail-channels.ts';

const notifiesCustomersText = `
  select from delivery_channels
  where kind = 'mail' and state = 'enabled' and settings ->> 'audience' = 'customers' and $1 = any(types) limit 1`;

export function createMailChannels(pool: Pool): MailChannels {
  return {
    async notifiesCustomers(type) {
      return (await pool.query(notifiesCustomersText, [type])).rows.length > 0;
    },
  };
}

import type { Pool } from 'pg';
import type { MailEventType } from './mail-choices.ts';

/** Calls that only mail channels have. `Channels` adds and changes them. Calls reject as those of `Channels` do. */
export interface MailChannels {
  /** Resolves with true when an enabled channel notifies customers of events of this type. */
  notifiesCustomers(type: MailEventType): Promise<boolean>;
}

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

import type { Pool } from 'pg';

/** Where people reach the inbox, as the service that started last found it: a command beside it may not know. */
export interface InboxAddress {
  /** @param url An origin, without a slash at its end. */
  set(url: string): Promise<void>;
  /** Null while no inbox has listened. */
  find(): Promise<string | null>;
}

export function createInboxAddress(pool: Pool): InboxAddress {
  return {
    async set(url) {
      const text = `
        insert into inbox_address (url) values ($1)
        on conflict (id) do update set url = excluded.url where inbox_address.url <> excluded.url`;
      await pool.query(text, [url]);
    },
    async find() {
      return (await pool.query<{ url: string }>('select url from inbox_address')).rows[0]?.url ?? null;
    },
  };
}

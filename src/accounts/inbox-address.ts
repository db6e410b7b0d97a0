import type { Pool } from 'pg';

/** The URL of the inbox. The service that started last stores it for processes and commands that do not know it. */
export interface InboxAddress {
  /** @param url an origin without a trailing slash */
  set(url: string): Promise<void>;
  /** Returns null when no inbox has started yet. */
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

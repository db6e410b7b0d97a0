import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** The secret that links are signed with; loaded once. Rejects when the database cannot be reached; the next call tries again. */
export type LinkSecret = () => Promise<KeyObject>;

const secretBytes = 32;

// Processes that start together make one: the second waits for the first, and inserts nothing.
const insertText = `
  insert into service_secrets (name, secret) values ('status-links', $1) on conflict (name) do nothing`;
const selectText = `select secret from service_secrets where name = 'status-links'`;

/** The secret in PostgreSQL, made by whoever finds none. */
export function createLinkSecret(pool: Pool): LinkSecret {
  let loading: Promise<KeyObject> | null = null;
  return () => {
    loading ??= load(pool).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function load(pool: Pool): Promise<KeyObject> {
  const found = await read(pool);
  if (found !== null) return found;
  await pool.query(insertText, [randomBytes(secretBytes)]);
  const made = await read(pool);
  if (made === null) throw new Error('The secret of the status links was removed while it was made');
  return made;
}

async function read(pool: Pool): Promise<KeyObject | null> {
  const [row] = (await pool.query<{ secret: Buffer }>(selectText)).rows;
  return row ? createSecretKey(row.secret) : null;
}

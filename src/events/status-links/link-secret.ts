import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** Returns the secret that signs links, loaded once. Rejects when the database is unreachable; later calls retry. */
export type LinkSecret = () => Promise<KeyObject>;

type Queries = Pick<ClientBase | Pool, 'query'>;

const secretBytes = 32;

// Processes that start at the same time share one secret: the second insert waits for the first and does nothing.
const insertText = `
  insert into service_secrets (name, secret) values ('status-links', $1) on conflict (name) do nothing`;
const selectText = `select secret from service_secrets where name = 'status-links'`;

/** Keeps the secret in PostgreSQL. The first process that finds no secret creates it. */
export function createLinkSecret(pool: Queries): LinkSecret {
  let loading: Promise<KeyObject> | null = null;
  return () => {
    loading ??= load(pool).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function load(pool: Queries): Promise<KeyObject> {
  const found = await read(pool);
  if (found !== null) return found;
  await pool.query(insertText, [randomBytes(secretBytes)]);
  const made = await read(pool);
  if (made === null) throw new Error('The secret of the status links was removed while it was made');
  return made;
}

async function read(pool: Queries): Promise<KeyObject | null> {
  const [row] = (await pool.query<{ secret: Buffer }>(selectText)).rows;
  return row ? createSecretKey(row.secret) : null;
}

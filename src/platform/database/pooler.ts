import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { type SessionSettings, weakCommits } from './session.ts';

/** Facts about sessions that a connection pooler, such as PgBouncer, gives to another client after each transaction. */
export interface SharedSessions {
  /** False with `pool_mode = statement`, which ends a session that begins a transaction. */
  readonly keepsTransactions: boolean;
  readonly keepsPreparedStatements: boolean;
  /** Time limits without a server default, in the form for `alter role`: `lock_timeout = '5000'`. */
  readonly missingTimeouts: readonly string[];
  /** The server's default of `synchronous_commit` when it is weaker than `on`, else null. */
  readonly weakCommit: string | null;
}

const tries = 10;
const checkName = 'commission-pooler-check';
const duplicateStatement = '42P05';
const protocolViolation = '08P01';

/**
 * Finds out how a pooler shares its sessions. Resolves with null when it does not, as with `pool_mode = session`.
 * @param client a session of the pooler
 * @param connection the options of a second session, with time limits; it connects to the host of the first
 * @param wanted time limits by name
 */
export async function examinePooler(
  client: ClientBase,
  connection: ClientConfig,
  wanted: SessionSettings,
): Promise<SharedSessions | null> {
  const other = anotherClient(client, connection);
  try {
    if (!(await areShared(client, other))) return null;
    const shared = {
      keepsPreparedStatements: await keepsPreparedStatements(client),
      ...(await defaults(client, wanted)),
    };
    return { ...shared, keepsTransactions: await keepsTransactions(other) };
  } finally {
    other.end().catch(() => {});
  }
}

function anotherClient(client: ClientBase, connection: ClientConfig): Client {
  const other = new Client(connection);
  const { host, port } = client as Client;
  Object.assign(other, { host, port });
  other.on('error', () => {});
  return other;
}

/** A pooler reuses the last used server connection, so two alternating sessions get the same server process. */
async function areShared(client: ClientBase, other: Client): Promise<boolean> {
  try {
    await other.connect();
  } catch {
    // The pooler gives no second session while the first is open, so each session has its own server connection.
    return false;
  }
  try {
    for (let count = 0; count < tries; count += 1) {
      if ((await pidOf(client)) === (await pidOf(other))) return true;
    }
    return false;
  } catch {
    return false;
  }
}

/** The session of the client may have ended afterwards. */
async function keepsTransactions(client: Client): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query('rollback');
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === protocolViolation) return false;
    throw error;
  }
}

async function pidOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** A pooler that supports prepared statements renames them on the server. */
async function keepsPreparedStatements(client: ClientBase): Promise<boolean> {
  const text = `select count(*)::int as count from pg_prepared_statements where name = '${checkName}'`;
  try {
    const { rows } = await client.query<{ count: number }>({ name: checkName, text });
    return rows[0]?.count === 0;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === duplicateStatement) return false;
    throw error;
  }
}

/** Reads the defaults. `reset_val` is the value at the start of the server connection, whatever was set since. */
async function defaults(client: ClientBase, wanted: SessionSettings) {
  const { rows } = await client.query<{ name: string; reset_val: string }>(
    'select name, reset_val from pg_settings where name = any($1)',
    [[...Object.keys(wanted), 'synchronous_commit']],
  );
  const values = new Map(rows.map(({ name, reset_val }) => [name, reset_val]));
  const commit = values.get('synchronous_commit') ?? '';
  return {
    missingTimeouts: Object.entries(wanted)
      .filter(([name, value]) => value !== '0' && values.get(name) === '0')
      .map(([name, value]) => `${name} = '${value}'`),
    weakCommit: weakCommits.includes(commit) ? commit : null,
  };
}

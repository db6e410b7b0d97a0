import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { type SessionSettings, weakCommits } from './session.ts';

/** What holds for sessions that a connection pooler, such as PgBouncer, gives to another client after each transaction. */
export interface SharedSessions {
  readonly keepsPreparedStatements: boolean;
  /** Settings that the server does not have by default, as `alter role` takes them: `lock_timeout = '5000'`. */
  readonly missingTimeouts: readonly string[];
  /** The server's default where it is less than `on`, else null. */
  readonly weakCommit: string | null;
}

const tries = 10;
const checkName = 'commission-pooler-check';
const duplicateStatement = '42P05';

/**
 * Finds out how a pooler hands out its sessions: null when they are the service's own, as with `pool_mode = session`.
 * @param client a session of the pooler
 * @param connection how a second one is opened, with its time limits; at the host of the first
 * @param wanted time limits by name
 */
export async function examinePooler(
  client: ClientBase,
  connection: ClientConfig,
  wanted: SessionSettings,
): Promise<SharedSessions | null> {
  if (!(await areShared(client, anotherClient(client, connection)))) return null;
  return { keepsPreparedStatements: await keepsPreparedStatements(client), ...(await defaults(client, wanted)) };
}

function anotherClient(client: ClientBase, connection: ClientConfig): Client {
  const other = new Client(connection);
  const { host, port } = client as Client;
  Object.assign(other, { host, port });
  other.on('error', () => {});
  return other;
}

/** A pooler gives out the server connection that was used last, so two sessions in turn meet the same server process. */
async function areShared(client: ClientBase, other: Client): Promise<boolean> {
  try {
    await other.connect();
  } catch {
    // There is no second session while the first is open: each has a server connection of its own.
    return false;
  }
  try {
    for (let count = 0; count < tries; count += 1) {
      if ((await pidOf(client)) === (await pidOf(other))) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    other.end().catch(() => {});
  }
}

async function pidOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** A pooler that keeps them gives them names of its own on the server. */
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

/** `reset_val` is what the server connection began with, whatever a session has set since. */
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

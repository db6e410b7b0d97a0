import type { ClientConfig, PoolClient } from 'pg';
import { ok, warning } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';
import { psqlCommand, sqlName } from '../shell-command.ts';

interface ConnectionLimits {
  readonly server: number;
  /** -1 for no limit. */
  readonly role: number;
  /** -1 for no limit. */
  readonly database: number;
}

// A setting that an older server does not have counts as 0.
const limitsText = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
    (select rolconnlimit from pg_roles where rolname = current_user) as role,
    (select datconnlimit from pg_database where datname = current_database()) as database`;

/** Checks that the server allows one process of the service as many connections as the settings say. */
export function askConnections(needed: number): DatabaseQuestion {
  return {
    name: 'database.connections',
    quick: false,
    async ask(client) {
      const { rows } = await client.query<ConnectionLimits>(limitsText);
      return rows.map(({ server, role, database }) => {
        const most = Math.min(...[server, role, database].filter((limit) => limit >= 0));
        const found = `The server allows this user ${most} connections, and one process opens up to ${needed}`;
        if (most >= needed) return ok(found);
        const remedy =
          'Raise max_connections or the limit of the user or the database there, or lower DATABASE_POOL_SIZE and INBOX_DATABASE_CONNECTIONS';
        return warning(found, { remedy });
      });
    },
  };
}

/** The state of sessions that a pooler shares between transactions. */
interface SharedSessions {
  /** Settings that the server does not have by default: `lock_timeout = '5000'`. */
  readonly missingTimeouts: readonly string[];
}

/** Resolves with null when sessions are not shared. @param connection The options for a second session. */
export type ExaminePooler = (client: PoolClient, connection: ClientConfig) => Promise<SharedSessions | null>;

const sessionText = 'select pg_backend_pid() as pid, current_user as role, current_database() as database';
const limitMs = 3000;

/** Checks for a connection pooler and its settings. An unsuitable pooler gives no session at all. */
export function askPooler(examine: ExaminePooler): DatabaseQuestion {
  return {
    name: 'database.pooler',
    quick: false,
    async ask(client, pool) {
      const [session] = (await client.query<{ pid: number; role: string; database: string }>(sessionText)).rows;
      const { processID } = client as PoolClient & { readonly processID: number | null };
      // A pooler gives its clients process ids of its own.
      if (session === undefined || processID === session.pid) {
        return [ok('There is no connection pooler')];
      }
      const connection = { ...pool.options, connectionTimeoutMillis: limitMs, query_timeout: limitMs };
      const shared = await examine(client, connection);
      if (shared === null) return [ok('There is a connection pooler, and it does not share sessions')];
      if (shared.missingTimeouts.length === 0) {
        return [ok('There is a connection pooler that shares sessions, and the user has the time limits')];
      }
      const statements = shared.missingTimeouts.map((setting) => `alter role ${sqlName(session.role)} set ${setting}`);
      return [
        warning(
          'A connection pooler shares sessions between transactions, so the service cannot set time limits for its own: ' +
            `${shared.missingTimeouts.join(', ')}`,
          {
            remedy:
              'Set the time limits for the user on the server, then let the pooler open new connections (RECONNECT)',
            command: psqlCommand(session.database, statements.join('; ')),
          },
        ),
      ];
    },
  };
}

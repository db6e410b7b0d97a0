import type { ClientConfig, PoolClient } from 'pg';
import { ok, warning } from '../finding.ts';
import { psqlCommand, sqlName } from './psql-command.ts';
import type { DatabaseQuestion } from './session.ts';

/** The state of sessions that a pooler shares between transactions. */
interface SharedSessions {
  /** Settings that the server does not have by default: `lock_timeout = '5000'`. */
  readonly missingTimeouts: readonly string[];
}

/** Resolves with null when sessions are not shared. @param connection The options for a second session. */
export type ExaminePooler = (client: PoolClient, connection: ClientConfig) => Promise<SharedSessions | null>;

const text = 'select pg_backend_pid() as pid, current_user as role, current_database() as database';
const limitMs = 3000;

/** Checks for a connection pooler, and what it needs. A pooler that does not fit gives no session at all. */
export function askPooler(examine: ExaminePooler): DatabaseQuestion {
  return {
    name: 'database.pooler',
    quick: false,
    async ask(client, pool) {
      const [session] = (await client.query<{ pid: number; role: string; database: string }>(text)).rows;
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
            remedy: 'Set them for the user on the server, then let the pooler open new connections (RECONNECT)',
            command: psqlCommand(session.database, statements.join('; ')),
          },
        ),
      ];
    },
  };
}

import { ok, warning } from '../finding.ts';
import type { DatabaseQuestion } from './session.ts';

interface ConnectionLimits {
  readonly server: number;
  /** -1 for no limit. */
  readonly role: number;
  /** -1 for no limit. */
  readonly database: number;
}

// A setting that an older server does not have counts as 0.
const text = `
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
      const { rows } = await client.query<ConnectionLimits>(text);
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

import { ok, wrong } from '../finding.ts';
import { psqlCommand, sqlName } from './psql-command.ts';
import type { DatabaseQuestion } from './session.ts';

interface ServerState {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly role: string;
  readonly database: string;
}

const text = `
  select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
    current_user as role, current_database() as database`;

/** Checks that the server accepts writes at all. */
export const writesQuestion: DatabaseQuestion = {
  name: 'database.writes',
  // The readiness of the service reports it.
  quick: false,
  async ask(client) {
    const { rows } = await client.query<ServerState>(text);
    return rows.map(({ is_standby, is_read_only, role, database }) => {
      if (is_standby) {
        return wrong('The server is a standby, which accepts no writes', {
          remedy: 'Set DATABASE_URL to the primary, or to all servers separated by commas; or promote this server',
        });
      }
      if (!is_read_only) return ok('The server accepts writes');
      return wrong(`Transactions of the user ${role} are read-only (default_transaction_read_only)`, {
        remedy: 'Find out who set it, then switch it off',
        command: psqlCommand(
          database,
          `alter role ${sqlName(role)} in database ${sqlName(database)} set default_transaction_read_only = off`,
        ),
      });
    });
  },
};

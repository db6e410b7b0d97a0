import type { Pool } from 'pg';
import { codeOf } from '../../intake/readiness/problem.ts';
import { type Finding, ok, wrong } from '../check.ts';
import { type DatabaseAccess, type DatabaseQuestion, failedFinding } from '../session.ts';
import { psqlCommand, sqlName } from '../shell-command.ts';

interface ServerState {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly has_probe: boolean;
  readonly role: string;
  readonly database: string;
}

const writesText = `
  select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
    to_regprocedure('write_readiness_probe()') is not null as has_probe,
    current_user as role, current_database() as database`;

// The readiness of the service uses the same probe. The row needs a new file, which a full disk has no room for.
const probeText = 'begin; select write_readiness_probe(); rollback';
const timeoutMs = 3000;
const noRight = '42501';
const accepts = ok('The server accepts writes');

/** Checks that the server accepts writes: by its settings, and by a row that is not kept. */
export function askWrites(explain: DatabaseAccess['explain']): DatabaseQuestion {
  return {
    name: 'database.writes',
    // The readiness of the service reports it.
    quick: false,
    async ask(client, pool) {
      const [state] = (await client.query<ServerState>(writesText)).rows;
      if (state === undefined) throw new Error('the database did not return its state');
      const refusal = refusalOf(state);
      if (refusal !== null) return [refusal];
      if (!state.has_probe) return [accepts];
      return [await write(pool, explain)];
    },
  };
}

function refusalOf({ is_standby, is_read_only, role, database }: ServerState): Finding | null {
  if (is_standby) {
    return wrong('The server is a standby, which accepts no writes', {
      remedy: 'Set DATABASE_URL to the primary, or to all servers separated by commas; or promote this server',
    });
  }
  if (!is_read_only) return null;
  return wrong(`Transactions of the user ${role} are read-only (default_transaction_read_only)`, {
    remedy: 'Find out who set it, then switch it off',
    command: psqlCommand(
      database,
      `alter role ${sqlName(role)} in database ${sqlName(database)} set default_transaction_read_only = off`,
    ),
  });
}

/** Uses a client of its own. A failure destroys it, because its transaction is still open. */
async function write(pool: Pool, explain: DatabaseAccess['explain']): Promise<Finding> {
  const client = await pool.connect();
  const query = { text: probeText, query_timeout: timeoutMs };
  try {
    await client.query(query);
    client.release();
    return accepts;
  } catch (error) {
    client.release(true);
    // `database.rights` reports missing rights, with the commands that grant them.
    if (codeOf(error) === noRight) return accepts;
    return failedFinding(error, explain(error));
  }
}

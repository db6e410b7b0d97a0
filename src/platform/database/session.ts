import type { ClientBase } from 'pg';
import { type ServerRole, serverRoleColumns } from './host-finder.ts';

/** Settings of a session, by their names in PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The server's facts about a session that has been set up. */
export interface Session extends ServerRole {
  /** Server process of the session. */
  readonly pid: number;
  /** The server's default, before the session raised it. */
  readonly synchronous_commit: string;
}

/** Values with which a commit is confirmed before it is as durable as the server can make it. */
export const weakCommits: readonly string[] = ['off', 'local'];

// One statement, so one round trip. Start-up parameters would save it, but poolers reject them. Turns `jit` off where it
// exists, because it relies on estimates and compiles a query of 30 ms for 20 ms.
const prepareText = `
  with server as materialized (
    select current_setting('synchronous_commit') as synchronous_commit, ${serverRoleColumns}
  )
  select pg_backend_pid() as pid, server.*,
    (select count(set_config(name, value, false)) from json_each_text($1) as setting (name, value)),
    case when current_setting('jit', true) is not null then set_config('jit', 'off', false) end,
    set_config('synchronous_commit', case when synchronous_commit = any($2) then 'on' else synchronous_commit end, false)
  from server`;

/** Sets up a new session: time limits, no JIT, and commits that are at least on disk when they are confirmed. */
export async function prepareSession(client: ClientBase, settings: SessionSettings, limitMs: number): Promise<Session> {
  const query = { text: prepareText, values: [JSON.stringify(settings), weakCommits], query_timeout: limitMs };
  const { rows } = await client.query<Session>(query);
  const [session] = rows;
  if (!session) throw new Error('The database did not set up the session');
  return session;
}

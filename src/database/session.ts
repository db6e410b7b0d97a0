import type { ClientBase } from 'pg';
import { type ServerRole, serverRoleColumns } from './host-finder.ts';

/** Settings of a session by their names in PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>;

/** What the server tells of a session that has been set up. */
export interface Session extends ServerRole {
  /** Process that serves the session. */
  readonly pid: number;
  /** What the server has by default, before it was raised. */
  readonly synchronous_commit: string;
}

/** With these a commit is confirmed before it is as safe as the server can make it. */
export const weakCommits: readonly string[] = ['off', 'local'];

// One statement, so one round trip. Start-up parameters would need none, but connection poolers reject them. Without `jit`, which
// not every server has: it goes by estimates, and compiles for 20 ms what then runs for 30.
const prepareText = `
  with server as materialized (
    select current_setting('synchronous_commit') as synchronous_commit, ${serverRoleColumns}
  )
  select pg_backend_pid() as pid, server.*,
    (select count(set_config(name, value, false)) from json_each_text($1) as setting (name, value)),
    case when current_setting('jit', true) is not null then set_config('jit', 'off', false) end,
    set_config('synchronous_commit', case when synchronous_commit = any($2) then 'on' else synchronous_commit end, false)
  from server`;

/** Sets up a new session: its time limits, no compiling of statements, and commits that are at least on disk when they are confirmed. */
export async function prepareSession(client: ClientBase, settings: SessionSettings, limitMs: number): Promise<Session> {
  const query = { text: prepareText, values: [JSON.stringify(settings), weakCommits], query_timeout: limitMs };
  const { rows } = await client.query<Session>(query);
  const [session] = rows;
  if (!session) throw new Error('The database did not set up the session');
  return session;
}

import type { Client, ClientBase, ClientConfig } from 'pg';
import { writeFault } from './host-finder.ts';
import { examinePooler, type SharedSessions } from './pooler.ts';
import { prepareSession, type Session, type SessionSettings, weakCommits } from './session.ts';

interface SessionCheckOptions {
  readonly settings: SessionSettings;
  /** The settings that a role needs when sessions are shared. */
  readonly roleSettings: SessionSettings;
  /** Whether a server that rejects writes is an error. */
  readonly needsWrites: boolean;
  readonly limitMs: number;
  /** Options for another session. */
  readonly connection: ClientConfig;
  /** Called by each session that finds the problem. */
  onWarning(message: string): void;
}

/**
 * Creates the set-up of a pool's new sessions. It rejects a session that would lose commits or fail its statements.
 * @throws {Error} that names the server's or the pooler's setting at fault
 */
export function createSessionCheck(options: SessionCheckOptions): (client: ClientBase) => Promise<void> {
  const { settings, roleSettings, needsWrites, limitMs, connection, onWarning } = options;
  const another = { ...connection, connectionTimeoutMillis: limitMs, query_timeout: limitMs };
  let pooler: Promise<SharedSessions | null> | null = null;

  /** Examines the pooler until it is found fit. An unfit pooler may have been reconfigured since. */
  async function assertPoolerFits(client: ClientBase): Promise<void> {
    pooler ??= examinePooler(client, another, roleSettings);
    try {
      const shared = await pooler;
      if (!shared) return;
      assertFit(shared);
      if (shared.missingTimeouts.length > 0) onWarning(missingTimeoutsText(shared.missingTimeouts));
    } catch (error) {
      pooler = null;
      throw error;
    }
  }

  return async (client) => {
    const session = await prepareSession(client, settings, limitMs);
    const { host, port } = client as Client;
    const fault = needsWrites ? writeFault(session) : null;
    if (fault) throw new Error(`The database server ${host}:${port} ${fault}`);
    if (isPooled(client, session)) await assertPoolerFits(client);
    if (weakCommits.includes(session.synchronous_commit)) onWarning(weakCommitText(session.synchronous_commit));
  };
}

/** A pooler reports its own process ids to its clients. */
function isPooled(client: ClientBase, { pid }: Session): boolean {
  return (client as ClientBase & { processID: number | null }).processID !== pid;
}

function assertFit({ keepsTransactions, keepsPreparedStatements, weakCommit }: SharedSessions): void {
  if (!keepsTransactions) {
    throw new Error(
      'The connection pooler allows no transactions, as PgBouncer with pool_mode = statement does. ' +
        'Set pool_mode = session, or pool_mode = transaction with max_prepared_statements above 0',
    );
  }
  if (!keepsPreparedStatements) {
    throw new Error(
      'The connection pooler shares sessions between transactions and does not keep named prepared statements. ' +
        'With PgBouncer set pool_mode = session; or use version 1.21 or later with max_prepared_statements above 0',
    );
  }
  if (weakCommit !== null) {
    throw new Error(
      `The server has synchronous_commit = ${weakCommit}, with which it can lose confirmed commits, and the connection ` +
        'pooler shares sessions between transactions, so the service cannot set it for its own. ' +
        'Run: alter role … set synchronous_commit = on',
    );
  }
}

function missingTimeoutsText(missing: readonly string[]): string {
  const commands = missing.map((setting) => `alter role … set ${setting}`);
  return (
    'The connection pooler shares sessions between transactions, so the service cannot set time limits for its own. ' +
    `Run: ${commands.join('; ')}`
  );
}

function weakCommitText(value: string): string {
  return (
    `The database server has synchronous_commit = ${value}, with which it can lose confirmed commits: ` +
    'the service sets it to on for its own sessions'
  );
}

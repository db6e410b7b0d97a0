import { type ClientBase, type ClientConfig, Pool } from 'pg';
import { waitAtMost } from '../waiting/within-limit.ts';
import type { Database, PoolChanges, Timeouts } from './database.ts';
import { type DatabaseAddress, readDatabaseUrl } from './database-url.ts';
import { createHostFinder, type HostAddress } from './host-finder.ts';
import { createPoolClients } from './pool-client.ts';
import type { SessionSettings } from './session.ts';
import { createSessionCheck } from './session-check.ts';

const applicationName = 'commission-submission-service';

const defaultPoolSize = 32;
const idleTimeoutMs = 30_000;
const keepAliveDelayMs = 10_000;
const idleInTransactionTimeoutMs = 15_000;
/** Of commands, which can wait longer for a busy database than a customer. The service sets its own. */
const defaultTimeouts: Timeouts = { connectMs: 10_000, statementMs: 15_000, lockMs: 5000 };
/** Extra time that a client waits beyond the server's own limit, for a server or network that does not respond. */
const silenceMs = 5000;
const endTimeoutMs = 3000;
/** Share of a new connection's time limit for the search for the server. */
const searchShare = 0.5;

export interface PoolOptions extends PoolChanges {
  /** Called for each idle connection that broke. The pool has already removed it. */
  onIdleError(error: Error): void;
  /** Called for problems that the operator should know of and the service can work with. */
  onWarning?: ((message: string) => void) | undefined;
}

/** The servers that a pool connects to. */
export interface PoolTarget {
  /** Connection options of one server. The finder replaces host and port when there are several servers. */
  readonly connection: ClientConfig;
  /** Several hosts: the pool looks for one, and skips servers that reject writes if `needsWrites` is set. */
  readonly address?: DatabaseAddress | undefined;
}

interface ServerOptions extends PoolOptions {
  /** `postgres://…` with one or several hosts. Its TLS settings and application name override the defaults here. */
  readonly url: string;
}

interface SessionOptions extends PoolOptions {
  /** Called by each session that finds the problem. */
  onSessionWarning(message: string): void;
  /** The time limits of the database's first pool: those that a role should have, which all pools share. */
  readonly roleTimeouts: Timeouts;
}

/** Returns the time limits of every session, by their names in PostgreSQL. */
export function timeoutSettings({ statementMs, lockMs }: Omit<Timeouts, 'connectMs'>): SessionSettings {
  return {
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(idleInTransactionTimeoutMs),
  };
}

/** Creates a pool with time limits for its sessions and durable commits. Does not connect. */
function createPool({ connection, address }: PoolTarget, options: SessionOptions): Pool {
  const { connectMs, statementMs, lockMs } = options.timeouts ?? defaultTimeouts;
  const needsWrites = address?.needsWrites ?? false;
  const finder =
    address && address.hosts.length > 1
      ? createHostFinder({ ...address, limitMs: connectMs * searchShare, onMove })
      : null;
  const clients = createPoolClients({ finder, connectMs });
  const clientConfig: ClientConfig = {
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    query_timeout: statementMs + silenceMs,
    ...connection,
  };
  const prepare = createSessionCheck({
    settings: timeoutSettings({ statementMs, lockMs }),
    roleSettings: timeoutSettings(options.roleTimeouts),
    needsWrites,
    limitMs: connectMs,
    connection: clientConfig,
    onWarning: options.onSessionWarning,
  });

  async function onConnect(client: ClientBase): Promise<void> {
    try {
      await prepare(client);
    } catch (error) {
      finder?.forget();
      throw error;
    }
  }

  function onMove(host: HostAddress): void {
    clients.disconnectExceptFrom(host);
    options.onWarning?.(`Database sessions now go to ${host.host}:${host.port}`);
  }

  const pool = new Pool({
    ...clientConfig,
    max: options.poolSize ?? defaultPoolSize,
    idleTimeoutMillis: idleTimeoutMs,
    Client: clients.Client as new () => ClientBase,
    onConnect,
  });
  // While the pool ends, a connection whose server stops is not worth a report.
  pool.on('error', (error) => {
    if (!pool.ending) options.onIdleError(error);
  });
  return pool;
}

/** Creates the database of an external PostgreSQL or wire-compatible server. Does not connect: it may be down. */
export function connectToServer(options: ServerOptions): Database {
  const address = readDatabaseUrl(options.url);
  return databaseOf({ connection: { connectionString: address.hosts[0]?.url }, address }, options);
}

/** Creates the database of a target. `close` ends its pools, then calls `release`. */
export function databaseOf(
  target: PoolTarget,
  options: PoolOptions,
  release: () => Promise<void> = async () => {},
): Database {
  const pools: Pool[] = [];
  const warned = new Set<string>();
  const roleTimeouts = options.timeouts ?? defaultTimeouts;
  let closed: Promise<void> | undefined;

  /** Reports each message once, whatever the number of sessions and pools. */
  function onSessionWarning(message: string): void {
    if (warned.has(message)) return;
    warned.add(message);
    options.onWarning?.(message);
  }

  function openPool(changes: PoolChanges): Pool {
    const pool = createPool(target, { ...options, ...changes, onSessionWarning, roleTimeouts });
    pools.push(pool);
    return pool;
  }

  return {
    pool: openPool({}),
    openPool,
    close() {
      // A client that is never returned delays the end only by a limited time.
      closed ??= Promise.all(pools.map((pool) => waitAtMost(endTimeoutMs, pool.end()))).then(release);
      return closed;
    },
  };
}

import { type ClientBase, type ClientConfig, Pool } from 'pg';
import type { Database, PoolChanges, Timeouts } from './database.ts';
import type { DatabaseAddress } from './database-url.ts';
import { createHostFinder, type HostAddress } from './host-finder.ts';
import { createPoolClients } from './pool-client.ts';
import type { SessionSettings } from './session.ts';
import { createSessionCheck } from './session-check.ts';
import { waitAtMost } from './wait-at-most.ts';

const applicationName = 'commission-submission-service';

const defaultPoolSize = 32;
const idleTimeoutMs = 30_000;
const keepAliveDelayMs = 10_000;
const idleInTransactionTimeoutMs = 15_000;
const defaultTimeouts: Timeouts = { connectMs: 3000, statementMs: 15_000, lockMs: 5000 };
/** How long a client waits beyond the server's own limit: only where server or network do not respond. */
const silenceMs = 5000;
const endTimeoutMs = 3000;
/** Of the time that a new connection may take, for finding the server. */
const searchShare = 0.5;

export interface PoolOptions extends PoolChanges {
  /** Called for each idle connection that broke. The pool has dropped it already. */
  onIdleError(error: Error): void;
  /** Called for what the operator should know and the service can live with. */
  onWarning?: ((message: string) => void) | undefined;
}

/** Which servers a pool connects to. */
export interface PoolTarget {
  /** Of one server; a part of it may stand for all of several. */
  readonly connection: ClientConfig;
  /** More than one: those that take no writes are passed over. */
  readonly address?: DatabaseAddress | undefined;
}

interface SessionOptions extends PoolOptions {
  /** Called by each session that finds it. */
  onSessionWarning(message: string): void;
}

/** What bounds the statements of every session, by PostgreSQL's names. */
export function timeoutSettings({ statementMs, lockMs }: Omit<Timeouts, 'connectMs'>): SessionSettings {
  return {
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(idleInTransactionTimeoutMs),
  };
}

/** A pool whose sessions are bounded in time and whose commits are durable. Does not connect. */
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
  // While the pool ends, a connection whose server stops is nothing to report.
  pool.on('error', (error) => {
    if (!pool.ending) options.onIdleError(error);
  });
  return pool;
}

/** The database behind a target. `close` ends its pools, then releases what they stand on. */
export function databaseOf(
  target: PoolTarget,
  options: PoolOptions,
  release: () => Promise<void> = async () => {},
): Database {
  const pools: Pool[] = [];
  const warned = new Set<string>();
  let closed: Promise<void> | undefined;

  /** Once, however many sessions of however many pools find it. */
  function onSessionWarning(message: string): void {
    if (warned.has(message)) return;
    warned.add(message);
    options.onWarning?.(message);
  }

  function openPool(changes: PoolChanges): Pool {
    const pool = createPool(target, { ...options, ...changes, onSessionWarning });
    pools.push(pool);
    return pool;
  }

  return {
    pool: openPool({}),
    openPool,
    close() {
      // A client that is never given back delays the end for a bounded time only.
      closed ??= Promise.all(pools.map((pool) => waitAtMost(endTimeoutMs, pool.end()))).then(release);
      return closed;
    },
  };
}

import { Client } from 'pg';
import type { DatabaseHost } from './database-url.ts';

/** Where a server listens: a name or address, or the folder of its socket. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

export type HostFinder = ReturnType<typeof createHostFinder>;

interface HostFinderOptions {
  readonly hosts: readonly DatabaseHost[];
  /** Whether a server that takes no writes is passed over. */
  readonly needsWrites: boolean;
  /** For all of a search. */
  readonly limitMs: number;
  /** Called when a search ends at another server than the one before. */
  onMove(host: HostAddress): void;
}

/** Which of several servers new sessions go to. All are asked at once: one that is silent does not delay those after it. */
export function createHostFinder({ hosts, needsWrites, limitMs, onMove }: HostFinderOptions) {
  let known: HostAddress | null = null;
  let last: HostAddress | null = null;
  let search: Promise<HostAddress> | null = null;

  async function look(): Promise<HostAddress> {
    try {
      const found = await Promise.any(hosts.map((host) => examine(host, needsWrites, limitMs)));
      const isMove = last !== null && !isSameHost(last, found);
      known = found;
      last = found;
      if (isMove) onMove(found);
      return found;
    } catch (error) {
      throw noneFound(hosts, needsWrites, error);
    } finally {
      search = null;
    }
  }

  return {
    /** The server found last, or the first to respond as it should. @throws {Error} that names each host and what was wrong with it */
    async find(): Promise<HostAddress> {
      if (known) return known;
      search ??= look();
      return search;
    },
    /** The next `find` looks again. */
    forget(): void {
      known = null;
    },
  };
}

export function isSameHost(a: HostAddress, b: HostAddress): boolean {
  return a.host === b.host && a.port === b.port;
}

async function examine({ url }: DatabaseHost, needsWrites: boolean, limitMs: number): Promise<HostAddress> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  client.on('error', () => {});
  try {
    await client.connect();
    if (needsWrites) {
      const { rows } = await client.query<ServerRole>(`select ${serverRoleColumns}`);
      const fault = rows[0] && writeFault(rows[0]);
      if (fault) throw new Error(fault);
    }
    return { host: client.host, port: client.port };
  } finally {
    client.end().catch(() => {});
  }
}

/** Whether a server takes writes, as columns of a select list. */
export const serverRoleColumns = `pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`;

export interface ServerRole {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

/** Why the server takes no writes; null when it does. */
export function writeFault({ is_standby, is_read_only }: ServerRole): string | null {
  if (is_standby) return 'is a standby';
  return is_read_only ? 'is read-only' : null;
}

function noneFound(hosts: readonly DatabaseHost[], needsWrites: boolean, error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const reasons = hosts.map(({ name }, index) => `${name} ${reasonOf(error.errors[index])}`);
  const wanted = needsWrites ? 'that takes writes' : 'that responds';
  return new Error(`There is no database server ${wanted}: ${reasons.join('; ')}`, { cause: error });
}

/** `pg` fails without words where a name has several addresses. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

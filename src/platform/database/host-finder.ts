import { Client } from 'pg';
import type { DatabaseHost } from './database-url.ts';

/** The address of a server: a host name or address, or the folder of its socket. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

export type HostFinder = ReturnType<typeof createHostFinder>;

interface HostFinderOptions {
  readonly hosts: readonly DatabaseHost[];
  /** Whether servers that reject writes are skipped. */
  readonly needsWrites: boolean;
  /** Time limit for a whole search. */
  readonly limitMs: number;
  /** Called when a search finds another server than the previous search. */
  onMove(host: HostAddress): void;
}

/** Chooses the server for new sessions. Asks all servers at once, so that a silent one does not delay the others. */
export function createHostFinder({ hosts, needsWrites, limitMs, onMove }: HostFinderOptions) {
  let known: HostAddress | null = null;
  let last: HostAddress | null = null;
  let search: Promise<HostAddress> | null = null;

  async function searchHosts(): Promise<HostAddress> {
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
    /** Resolves with the server found last, or the first suitable one. @throws {Error} that names each host's fault */
    async find(): Promise<HostAddress> {
      if (known) return known;
      search ??= searchHosts();
      return search;
    },
    /** Makes the next `find` search again. */
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

/** Columns of a select list that show whether a server accepts writes. */
export const serverRoleColumns = `pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`;

export interface ServerRole {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

/** Returns why the server rejects writes, or null when it accepts them. */
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

/** `pg` fails without a message when a name has several addresses. The inner errors have messages. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

import type { Pool, PoolClient } from 'pg';
import { failureText } from '../platform/failure/errors.ts';
import type { Check, Finding } from './check.ts';
import { sentence, skipped, wrong } from './check.ts';

/** How the checks reach the database. */
export interface DatabaseAccess {
  /** Resolves with null when the embedded database does not exist yet. */
  openPool(): Promise<Pool | null>;
  /** Returns the meaning of a database error, and the remedy. `remedy` is empty when `what` has both. */
  explain(error: unknown): { readonly what: string; readonly remedy: string };
}

export interface DatabaseQuestion extends Pick<Check, 'name' | 'quick'> {
  /** Uses a session with the settings of the service's own sessions. */
  readonly ask: (client: PoolClient, pool: Pool) => Promise<readonly Finding[]>;
  readonly fix?: (client: PoolClient) => Promise<readonly string[]>;
}

/**
 * Creates checks of the database. When the database cannot be reached, only the first check reports it. The others are
 * skipped.
 */
export function createDatabaseChecker({ openPool, explain }: DatabaseAccess): (question: DatabaseQuestion) => Check {
  let reportedBy: string | null = null;

  async function connect(name: string): Promise<Connection | Finding> {
    let pool: Pool | null;
    try {
      pool = await openPool();
      if (pool === null) {
        return skipped('There is no embedded database yet: the first start creates it');
      }
      return { client: await pool.connect(), pool };
    } catch (error) {
      reportedBy ??= name;
      if (reportedBy !== name) return skipped(`The database cannot be reached: see ${reportedBy}`);
      return failedFinding(error, explain(error));
    }
  }

  return ({ name, quick, ask, fix }) => ({
    name,
    quick,
    async run() {
      const connection = await connect(name);
      if ('verdict' in connection) return [connection];
      return lend(connection.client, () => ask(connection.client, connection.pool));
    },
    ...(fix && {
      async fix() {
        const connection = await connect(name);
        if ('verdict' in connection) throw new Error(connection.found);
        try {
          return await fix(connection.client);
        } finally {
          // Only a new session begins with the changed settings.
          connection.client.release(true);
        }
      },
    }),
  });
}

/** Codes of tables or columns that no start, or only that of an earlier version, has made. */
const earlierCodes: readonly unknown[] = ['42P01', '42703'];

/** True for the error of a query on tables that this version has not started on yet. */
export function isOfEarlierTables(error: unknown): boolean {
  return earlierCodes.includes((error as { code?: unknown }).code);
}

interface Connection {
  readonly client: PoolClient;
  readonly pool: Pool;
}

async function lend<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Returns the finding for a failure of the database. */
export function failedFinding(error: unknown, { what, remedy }: ReturnType<DatabaseAccess['explain']>): Finding {
  const text = failureText(error);
  return wrong(what === text ? what : `${what} (${text})`, {
    remedy: remedy === '' ? 'Follow the message, then check again' : sentence(remedy),
  });
}

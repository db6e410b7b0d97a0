import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** The connection that a transaction runs on. */
export type Transaction = PoolClient;

/**
 * Runs `work` in one transaction. Commits when `work` resolves, rolls back when it rejects. Does not return a
 * connection with an unknown state to the pool.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** As `inTransaction`, one after the other: each sees the commits of all earlier ones with this `lockText`. */
export function inTurn<T>(pool: Pool, lockText: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(lockText);
    return work(client);
  });
}

/** One transaction around the calls of several stores. */
interface SharedTransactions {
  /** As the pool. Within a shared transaction its queries and transactions are parts of that. */
  readonly pool: Pool;
  /** Runs `work`, whose calls are parts of the open transaction of this client until `leave` is called. */
  join<T>(client: PoolClient, work: (leave: () => void) => T): T;
  /** Runs `work` as one transaction: as a part of a shared one, if there is one. */
  inOne<T>(work: () => Promise<T>): Promise<T>;
}

export function createSharedTransactions(pool: Pool): SharedTransactions {
  // Work that a call leaves running in the background must not use the connection after the transaction.
  const current = new AsyncLocalStorage<{ client: PoolClient | null }>();
  let savepoints = 0;

  const shared = new Proxy(pool, {
    get(target, name) {
      const client = current.getStore()?.client;
      if (client && name === 'query') return client.query.bind(client);
      if (client && name === 'connect') {
        savepoints += 1;
        const savepoint = `part_${savepoints}`;
        return async () => partOf(client, savepoint);
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

  function join<T>(client: PoolClient, work: (leave: () => void) => T): T {
    const store: { client: PoolClient | null } = { client };
    return current.run(store, work, () => {
      store.client = null;
    });
  }

  return {
    pool: shared,
    join,
    inOne: (work) =>
      inTransaction(shared, (client) =>
        join(client, async (leave) => {
          try {
            return await work();
          } finally {
            leave();
          }
        }),
      ),
  };
}

/** Returns the client for a transaction within its transaction, which is a savepoint. */
function partOf(client: PoolClient, name: string): PoolClient {
  const statements = new Map<unknown, string>([
    ['begin', `savepoint ${name}`],
    ['commit', `release savepoint ${name}`],
    ['rollback', `rollback to savepoint ${name}`],
  ]);
  return new Proxy(client, {
    get(target, member) {
      if (member === 'release') return () => {};
      const found: unknown = Reflect.get(target, member);
      if (typeof found !== 'function') return found;
      if (member !== 'query') return found.bind(target);
      return (text: unknown, ...others: unknown[]) => found.call(target, statements.get(text) ?? text, ...others);
    },
  });
}

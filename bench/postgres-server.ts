import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runAs, workingDirectoryName } from '../src/platform/database/embedded/account.ts';
import { openCluster } from '../src/platform/database/embedded/cluster.ts';
import { settings } from '../src/platform/database/embedded/postmaster.ts';

/** All contestants and pgbench keep their connections open at the same time. */
const maxConnections = '400';
const startTimeoutMs = 30_000;
const pollMs = 50;

export interface PostgresServer {
  /** The `postgres://…` URL of the maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the service's embedded PostgreSQL with its settings, `fsync` and `synchronous_commit` on, and more
 * connections.
 */
export async function startPostgres(dataDirectory: string): Promise<PostgresServer> {
  const { binaries, directory, account } = await openCluster(dataDirectory);
  const options = Object.entries({ ...settings, max_connections: maxConnections });
  const child = spawn(
    binaries.postgres,
    ['-D', workingDirectoryName(directory), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...runAs(account, directory), stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
  try {
    await Promise.race([untilReady(url), ended.then(failToStart)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

function failToStart(): never {
  throw new Error('The PostgreSQL of the bench has ended');
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(pollMs)) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';

/** A PostgreSQL for both processes, which can be stopped and started. */
export interface StoppableDatabase {
  readonly url: string;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function startStoppableDatabase(): Promise<StoppableDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'alerts-database-'));
  const url = `postgres://postgres@/commissions?host=${encodeURIComponent(clusterDirectory(directory))}`;
  const open = () =>
    startEmbeddedDatabase({
      dataDirectory: directory,
      onIdleError: () => {},
      onEvent: (event) => console.error(event),
    });
  let server: Awaited<ReturnType<typeof open>> | null = await open();

  async function stop(): Promise<void> {
    const running = server;
    server = null;
    await running?.close();
  }

  return {
    url,
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      server ??= await open();
    },
    stop,
    async remove() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

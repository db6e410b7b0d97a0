import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** A server for one run, with the databases that the run creates. */
export interface BenchServer {
  openDatabase(): Promise<BenchDatabase>;
  /** Opens the database that this environment variable names, which is kept, or else an empty one. */
  openKept(variable: string): Promise<BenchDatabase>;
  /** Restarts the server with empty caches. Does not restart a server that is not the bench's own. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An empty database. */
export interface BenchDatabase {
  /** The `postgres://…` URL, for any process. */
  readonly url: string;
  query<Row>(text: string): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Opens the server that `BENCH_DATABASE_URL` names, or else starts one. */
export async function openServer(dataDirectory: string): Promise<BenchServer> {
  const { BENCH_DATABASE_URL: given } = process.env;
  const nothing = async () => {};
  let server = given ? { url: given, stop: nothing } : await startPostgres(dataDirectory);
  const restart = async () => {
    await server.stop();
    server = await startPostgres(dataDirectory);
  };
  return {
    openDatabase: () => openDatabase(server),
    async openKept(variable) {
      const { [variable]: url } = process.env;
      return url ? { url, query: (text) => query(url, text), drop: nothing } : openDatabase(server);
    },
    restart: given ? nothing : restart,
    stop: () => server.stop(),
  };
}

async function openDatabase(server: PostgresServer): Promise<BenchDatabase> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = server.url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
  await query(server.url, `create database ${name}`);
  return {
    url,
    query: (text) => query(url, text),
    drop: async () => {
      await query(server.url, `drop database ${name} with (force)`);
    },
  };
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

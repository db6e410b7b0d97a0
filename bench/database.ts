import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { clusterDirectory } from '../src/database/embedded/cluster.ts';
import { startEmbeddedDatabase } from '../src/database/embedded.ts';

/** An empty database for one run. */
export interface BenchDatabase {
  /** `postgres://…`, for any process. */
  readonly url: string;
  /** How many requests and files are recorded. */
  count(): Promise<Recorded>;
  close(): Promise<void>;
}

export interface Recorded {
  readonly requests: number;
  readonly files: number;
}

const countText = `
  select (select count(*)::int from commission_requests) as requests,
         (select count(*)::int from commission_request_files) as files`;

/** On the server that `BENCH_DATABASE_URL` names, else on an embedded one of its own. */
export async function openDatabase(dataDirectory: string): Promise<BenchDatabase> {
  const server = await openServer(dataDirectory);
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = server.url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
  try {
    await query(server.url, `create database ${name}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url,
    async count() {
      const [row] = await query<Recorded>(url, countText);
      if (!row) throw new Error('A count has one row');
      return row;
    },
    async close() {
      await query(server.url, `drop database ${name} with (force)`).finally(server.stop);
    },
  };
}

async function openServer(dataDirectory: string) {
  const { BENCH_DATABASE_URL: given } = process.env;
  if (given) return { url: given, stop: async () => {} };
  const database = await startEmbeddedDatabase({ dataDirectory, onIdleError: () => {}, onEvent: console.error });
  const socket = encodeURIComponent(clusterDirectory(dataDirectory));
  return { url: `postgres://postgres@/commissions?host=${socket}`, stop: () => database.close() };
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

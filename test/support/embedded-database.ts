import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';

/** An empty database for one test file, on a real PostgreSQL. */
export interface TestDatabase {
  /** The database's `postgres://…` URL, for this process or any child process. */
  readonly url: string;
  /** Drops the database, even while clients are connected to it. */
  drop(): Promise<void>;
}

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Creates a database on the server that `TEST_DATABASE_URL` names. Without the variable, an embedded server is started
 * for the first database of this process and stopped after the last one.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom('template1');
}

/**
 * Creates a database that has the service's tables, if the run has a template on this server. Else it is empty, and
 * the opener makes them. A copy takes a fifth of the time of the migrations.
 */
export async function createTestDatabaseWithTables(): Promise<TestDatabase> {
  if (!hasTemplate()) return createTestDatabase();
  const database = await createDatabaseFrom(templateName);
  // Each is a service of its own.
  await runOn(database.url, 'update service_state set service_id = gen_random_uuid()');
  return database;
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const server = await borrowServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  try {
    // The other strategy writes every page to the log too.
    await runOn(server.url, `create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    await server.release();
    throw error;
  }
  return {
    url: withDatabase(server.url, name),
    async drop() {
      try {
        await dropSettled(server.url, name);
      } finally {
        await server.release();
      }
    },
  };
}

const leavePatienceMs = 1000;
const leavePollMs = 5;

let embedded: Promise<TestServer> | null = null;
let borrowers = 0;

/** Tests of one run copy it. */
const templateName = 'test_template';

/** Some tests have a server of their own, without the template. */
function hasTemplate(): boolean {
  const { TEST_DATABASE_URL: serverUrl = '', TEST_TEMPLATE_URL: templateUrl } = process.env;
  return templateUrl === withDatabase(serverUrl, templateName);
}

/** Starts an embedded server, unless `TEST_DATABASE_URL` names one. Resolves with the function that stops it again. */
export async function provideServer(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {};
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}

/**
 * Makes the template of this run on the server of `TEST_DATABASE_URL`. `fill` must close its connections. Resolves with
 * the function that drops it again.
 */
export async function provideTemplate(fill: (url: string) => Promise<void>): Promise<() => Promise<void>> {
  const server = await borrowServer();
  const url = withDatabase(server.url, templateName);
  const drop = () => runOn(server.url, `drop database if exists ${templateName} with (force)`);
  await drop();
  await runOn(server.url, `create database ${templateName}`);
  await fill(url);
  process.env.TEST_TEMPLATE_URL = url;
  return async () => {
    delete process.env.TEST_TEMPLATE_URL;
    await drop();
    await server.release();
  };
}

async function borrowServer(): Promise<{ url: string; release(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, release: async () => {} };
  borrowers += 1;
  embedded ??= startTestServer();
  return { url: (await embedded).url, release: releaseEmbedded };
}

async function releaseEmbedded(): Promise<void> {
  borrowers -= 1;
  if (borrowers > 0) return;
  const server = embedded;
  embedded = null;
  await (await server)?.stop();
}

const sharedMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/** Resolves with a folder in memory where Linux has a large one. New databases wait mostly for the disk. */
async function fastFolder(): Promise<string> {
  const space = await statfs(sharedMemory).catch(() => null);
  return space !== null && space.bavail * space.bsize >= neededBytes ? sharedMemory : tmpdir();
}

async function startTestServer(): Promise<TestServer> {
  const directory = await mkdtemp(join(await fastFolder(), 'test-database-'));
  const database = await startEmbeddedDatabase({
    dataDirectory: directory,
    onIdleError: () => {},
    onEvent: (message) => console.error(message),
  });
  return {
    url: `postgres://postgres@/commissions?host=${encodeURIComponent(clusterDirectory(directory))}`,
    async stop() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Waits a limited time for closing sessions to disappear, and drops the database. A pool's `end` resolves before the
 * server has closed the sessions. Terminating such a session would raise an error that has no listener.
 */
async function dropSettled(serverUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const giveUpAt = Date.now() + leavePatienceMs; Date.now() < giveUpAt; await sleep(leavePollMs)) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      if (rowCount === 0) break;
    }
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)[^?]*/, `$1/${name}`);
}

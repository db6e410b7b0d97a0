import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Pool } from 'pg';
import { secretsOf } from '../../src/configuration/secrets.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createRedactor } from '../../src/platform/log/redactor.ts';
import { startService } from '../../src/process/service/service.ts';
import { createTestDatabaseWithTables } from './embedded-database.ts';
import { testConfig } from './test-config.ts';

/** The service as `main.ts` builds it, in this process, with its own database and data directory. */
export interface TestService {
  /** The whole URL of the endpoint. */
  readonly endpoint: string;
  readonly address: string;
  readonly port: number;
  /** The address of the operators' listener, or null while the listener is off, which is the default. */
  readonly inboxAddress: string | null;
  /** The address of the listener of metrics, or null while it is off, which is the default. */
  readonly metricsAddress: string | null;
  readonly dataDirectory: string;
  /** The URL of the service's database, without any proxy. */
  readonly databaseUrl: string;
  /** A pool for inspecting the stored rows. */
  readonly pool: Pool;
  /** All log lines so far, parsed. */
  readonly logLines: readonly Record<string, unknown>[];
  /** Counts the content of both stores and of the spool. */
  stored(): Promise<Stored>;
  close(): Promise<void>;
}

export interface Stored {
  readonly requests: number;
  readonly links: number;
  readonly files: number;
  /**
   * Intents of uploads that are in progress or whose owner is gone. The journal keeps condemned intents for one day.
   */
  readonly intents: number;
  /** Files of the filesystem store, including metadata and temporary files. */
  readonly objectFiles: number;
  readonly spoolFiles: number;
}

/**
 * @param env Adds to or replaces `BUCKET_NAME`, `DATABASE_URL`, `DATA_DIR` and `PORT`.
 * @param routeTo Returns the URL through which the service reaches its database, for example a proxy's.
 */
export async function startTestService(
  env: Record<string, string> = {},
  routeTo: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<TestService> {
  const database = await createTestDatabaseWithTables();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'test-service-'));
  const config = testConfig({ DATABASE_URL: await routeTo(database.url), DATA_DIR: dataDirectory, ...env });
  const logLines: Record<string, unknown>[] = [];
  const redact = createRedactor(secretsOf(config));
  const log = createLog({ level: config.logLevel, redact, destination: parsedInto(logLines) });
  const service = await startService({ config, log, redact, passed: new Map() });
  if (service.intake === null) throw new Error('Without the role intake there is no endpoint');
  const { address } = service.intake;
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});

  return {
    endpoint: `${address}/api/v1/commissions`,
    address,
    port: Number(new URL(address).port),
    inboxAddress: service.inbox?.url ?? null,
    metricsAddress: service.metricsAddress,
    dataDirectory,
    databaseUrl: database.url,
    pool,
    logLines,
    stored: async () => ({
      ...(await countRows(pool)),
      objectFiles: await countFiles(join(dataDirectory, 'objects')),
      spoolFiles: await countFiles(join(dataDirectory, 'spool')),
    }),
    async close() {
      await service.close();
      await pool.end();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function countRows(pool: Pool) {
  const result = await pool.query<Record<'requests' | 'links' | 'files' | 'intents', number>>(`
    select (select count(*)::int from commission_requests) as requests,
           (select count(*)::int from commission_request_extras) as links,
           (select count(*)::int from commission_request_files) as files,
           (select count(*)::int from upload_intents where state = 'PENDING') as intents`);
  const [row] = result.rows;
  if (!row) throw new Error('A count has one row');
  return row;
}

async function countFiles(directory: string): Promise<number> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function parsedInto(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line));
      done();
    },
  });
}

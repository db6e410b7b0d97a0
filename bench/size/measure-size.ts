import pg from 'pg';
import { service } from '../contestants.ts';
import type { BenchDatabase } from '../database.ts';
import type { Form } from '../form.ts';
import { indexEvents, prepareInbox } from '../inbox/inbox-database.ts';
import { measureServer } from '../server-entrant.ts';
import { makeTables, type World } from '../world.ts';
import { type ArchiveResults, measureArchive } from './measure-archive.ts';

/** What a number of requests takes on the disk, and in a back-up and a restore. */
export interface Size extends ArchiveResults {
  readonly requests: number;
  readonly tables: readonly TableSize[];
  readonly wal: readonly WrittenWal[];
}

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

interface WrittenWal {
  readonly of: string;
  readonly bytesEach: number;
}

interface SizeOptions {
  readonly requests: number;
  log(line: string): void;
}

const bursts: readonly { readonly of: string; readonly form: Form; readonly submissions: number }[] = [
  { of: 'a submission without files', form: { fileCount: 0, fileBytes: 0 }, submissions: 5000 },
  { of: 'a submission with a file of 64 KiB', form: { fileCount: 1, fileBytes: 64 * 1024 }, submissions: 1000 },
];
const connections = 8;

const sizesText = `
  select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_table_size(c.oid)::float8 as "tableBytes",
    pg_indexes_size(c.oid)::float8 as "indexBytes"
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by pg_total_relation_size(c.oid) desc`;

/** Uses a second database of the same server for the requests, and a third one for the restore. */
export async function measureSize({ requests, log }: SizeOptions, world: World): Promise<Size> {
  const database = await world.databaseServer.openDatabase();
  try {
    await makeTables(database, world.start);
    await prepareInbox(database.url, requests, log);
    const tables = await database.query<TableSize>(sizesText);
    log('size: WAL');
    const wal = await measureWal(database, world);
    // The attachments of these requests do not exist: what attachments take depends on their bytes and the store.
    await database.query('truncate commission_request_files');
    return { requests, tables, wal, ...(await measureArchive(database, world, log)) };
  } finally {
    await database.drop();
  }
}

async function measureWal(database: BenchDatabase, world: World): Promise<WrittenWal[]> {
  const wal: WrittenWal[] = [];
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const server = await world.start({ ...service, env: { ROLES: 'intake' } }, database);
  let submissions = 0;
  try {
    for (const { of, form, submissions: most } of bursts) {
      const job = { forms: [form], submissions: most, concurrency: connections, maxDurationMs: 60_000 };
      // After a checkpoint the first change of a page writes the whole page.
      await measureServer(job, server, world);
      const before = await walPosition(database);
      const sample = await measureServer(job, server, world);
      wal.push({ of, bytesEach: ((await walPosition(database)) - before) / sample.submissions });
      submissions += 2 * sample.submissions;
    }
    const before = await walPosition(database);
    await indexEvents(pool);
    wal.push({ of: 'its search row', bytesEach: ((await walPosition(database)) - before) / submissions });
    return wal;
  } finally {
    await server.stop();
    await pool.end();
  }
}

async function walPosition(database: BenchDatabase): Promise<number> {
  const [row] = await database.query<{ at: number }>("select (pg_current_wal_lsn() - '0/0')::float8 as at");
  return row?.at ?? Number.NaN;
}

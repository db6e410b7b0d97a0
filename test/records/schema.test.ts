import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSubmissionRecords } from '../../src/records/create-submission-records.ts';
import { createSchema } from '../../src/records/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { submissionOf } from '../support/submission.ts';

let database: TestDatabase;
let pools: Pool[];

beforeEach(async () => {
  database = await createTestDatabase();
  pools = [];
});

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

function newPool(): Pool {
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pools.push(pool);
  return pool;
}

const tablesText = `select table_name from information_schema.tables
  where table_schema = 'public' order by table_name`;

describe('the schema', () => {
  it('is there after the first call', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    expect((await pool.query(tablesText)).rows.map((row) => row.table_name)).toEqual([
      'commission_extras',
      'commission_request_extras',
      'commission_request_files',
      'commission_requests',
      'commission_schema_version',
      'idempotency_keys',
      'submitted_commission_requests',
      'upload_intents',
    ]);
  });

  it('is made once by eight processes that start together', async () => {
    const schemas = Array.from({ length: 8 }, () => createSchema(newPool()));
    await Promise.all(schemas.map((schema) => schema.ready()));
    const { rows } = await newPool().query('select version from commission_schema_version order by version');
    const versions = rows.map((row) => Number(row.version)).filter((version) => version > 0);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });

  it('leaves what is stored as it is when it is up to date', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query("insert into commission_extras (id) values ('kept')");
    await createSchema(pool).ready();
    expect((await pool.query('select id from commission_extras')).rows).toEqual([{ id: 'kept' }]);
  });

  it('waits for nobody when it is up to date', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    const migrating = await pool.connect();
    await migrating.query('begin');
    await migrating.query('select pg_advisory_xact_lock(7239105541)');
    await createSchema(pool).ready();
    await migrating.query('rollback');
    migrating.release();
  });

  it('is brought up to date from any earlier version', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query('drop index commission_request_files_file_key_idx; drop table idempotency_keys');
    await pool.query('delete from commission_schema_version where version >= 3');
    await createSchema(pool).ready();
    const { rows } = await pool.query(
      `select max(version) as version, to_regclass('commission_request_files_file_key_idx') as index
        from commission_schema_version`,
    );
    expect(rows).toEqual([{ version: '4', index: 'commission_request_files_file_key_idx' }]);
  });

  it('is left as it is where a newer version of the service has been', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query("insert into commission_schema_version (version, name, md5) values (1000, 'later', '')");
    await createSchema(pool).ready();
    const { rows } = await pool.query('select max(version)::int as version from commission_schema_version');
    expect(rows).toEqual([{ version: 1000 }]);
  });

  it('is left untouched by an attempt that fails half-way, and made by the next', async () => {
    const pool = newPool();
    await pool.query('create table commission_request_files (id int)');
    const schema = createSchema(pool);
    await expect(schema.ready()).rejects.toMatchObject({ code: '42P07' });
    expect((await pool.query(tablesText)).rows).toHaveLength(1);
    await pool.query('drop table commission_request_files');
    await schema.ready();
    expect((await pool.query(tablesText)).rows).toHaveLength(8);
  });

  it('takes longer to be made than a query of a submission may', async () => {
    const holder = await newPool().connect();
    await holder.query('begin; select pg_advisory_xact_lock(7239105541)');
    const pool = new Pool({ connectionString: database.url, max: 2, query_timeout: 200 });
    pools.push(pool);
    const ready = createSchema(pool).ready();
    await new Promise((wake) => setTimeout(wake, 600));
    await holder.query('rollback');
    holder.release();
    await ready;
    expect((await pool.query(tablesText)).rows).toHaveLength(8);
  });

  it('gives its connection back in every case', async () => {
    const pool = newPool();
    await pool.query('create table commission_requests (id int)');
    const schema = createSchema(pool);
    for (let tries = 0; tries < 5; tries += 1) await expect(schema.ready()).rejects.toThrow();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

it('keeps no submission waiting for longer than its patience', async () => {
  const unready = { ready: () => new Promise<void>(() => {}) };
  const options = { leaseMs: 1000, graceMs: 1000, schemaPatienceMs: 50 };
  const records = createSubmissionRecords(newPool(), options, unready);
  const tooLate = { message: 'The tables are still being brought up to date' };
  await expect(records.begin(submissionOf([]))).rejects.toMatchObject({ name: 'NotStoredError', cause: tooLate });
  await expect(records.ping()).rejects.toMatchObject(tooLate);
});

it('tells a submission that no connection could be had, so that nothing of it is stored', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1 });
  pools.push(pool);
  const ready = { ready: async () => {} };
  const records = createSubmissionRecords(pool, { leaseMs: 1000, graceMs: 1000 }, ready);
  const refused = { name: 'NotStoredError', cause: { code: 'ECONNREFUSED' } };
  await expect(records.begin(submissionOf([]))).rejects.toMatchObject(refused);
  const submission = submissionOf([], {}, 'a-key');
  if (!submission.idempotency) throw new Error('It has a key');
  await expect(records.beginOnce(submission, submission.idempotency)).rejects.toMatchObject(refused);
});

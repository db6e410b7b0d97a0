import { appendFile } from 'node:fs/promises';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestStatuses } from '../../src/events/statuses.ts';
import { migrate } from '../../src/intake/records/migrate.ts';
import { readMigrations, readRelationNames } from '../../src/intake/records/migrations.ts';
import { createSchema as createSchemaOf } from '../../src/intake/records/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { handled } from '../support/handled.ts';
import { type LaterMigrations, makeLaterMigrations } from '../support/later-version.ts';
import { migrationsDirectory, openRecords } from '../support/open-records.ts';
import { prereleaseText } from '../support/prerelease-tables.ts';
import { submissionOf } from '../support/submission.ts';

let database: TestDatabase;
let later: LaterMigrations;
let pools: Pool[];

beforeEach(async () => {
  database = await createTestDatabase();
  later = await makeLaterMigrations();
  pools = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
  await later.remove();
});

function newPool(): Pool {
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pools.push(pool);
  return pool;
}

const createSchema = (pool: Pool) => createSchemaOf({ pool, directory: migrationsDirectory });

const tablesText = `select table_name from information_schema.tables
  where table_schema = 'public' order by table_name`;

const columnsText = `select table_name, column_name, data_type, column_default, is_nullable
  from information_schema.columns where table_schema = 'public' order by table_name, column_name`;

const tables = [
  'api_tokens',
  'change_keys',
  'channel_outages',
  'commission_extras',
  'commission_request_extras',
  'commission_request_files',
  'commission_requests',
  'commission_schema_version',
  'deliveries',
  'delivery_attempts',
  'delivery_channels',
  'delivery_digests',
  'erasures',
  'guard_blocks',
  'guard_proofs',
  'idempotency_keys',
  'inbox_address',
  'listed_requests',
  'message_templates',
  'metrics_lease',
  'opening_asks',
  'opening_notices',
  'opening_state',
  'operator_links',
  'operator_sessions',
  'operators',
  'readiness_probe',
  'request_arrivals',
  'request_entries',
  'request_events',
  'request_labels',
  'request_search',
  'request_search_progress',
  'request_signals',
  'saved_views',
  'service_secrets',
  'service_state',
  'sign_in_attempts',
  'studio_draft',
  'studio_picture_files',
  'studio_pictures',
  'studio_revisions',
  'studio_terms',
  'submitted_commission_requests',
  'upload_intents',
];

describe('the schema', () => {
  it('has migrations with a number of their own each', async () => {
    const versions = (await readMigrations(migrationsDirectory)).map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)]);
  });

  it('has the tables and views that its migrations name', async () => {
    expect([...(await readRelationNames(migrationsDirectory))].sort()).toEqual(tables);
  });

  it('is there after the first call', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    expect((await pool.query(tablesText)).rows.map((row) => row.table_name)).toEqual(tables);
  });

  it('is made once by eight processes that start together', async () => {
    const schemas = Array.from({ length: 8 }, () => createSchema(newPool()));
    await Promise.all(schemas.map((schema) => schema.ready()));
    const { rows } = await newPool().query('select version from commission_schema_version order by version');
    const versions = rows.map((row) => Number(row.version)).filter((version) => version > 0);
    expect(versions).toEqual((await readMigrations(migrationsDirectory)).map(({ version }) => version));
  });

  it('leaves what is stored as it is when it is up to date', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query("insert into commission_extras (id) values ('kept')");
    await createSchema(pool).ready();
    expect((await pool.query('select id from commission_extras')).rows).toEqual([{ id: 'kept' }]);
  });

  it('does not wait when it is up to date', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    const migrating = await pool.connect();
    await migrating.query('begin');
    await migrating.query('select pg_advisory_xact_lock(7239105541)');
    await createSchema(pool).ready();
    await migrating.query('rollback');
    migrating.release();
  });

  it('takes the statuses and actors that there are, and no others', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    const requestText = `
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
      values (gen_random_uuid(), now(), $1, 'Somebody', 'somebody@example.org', 'Two cats', '{}')`;
    const eventText = 'insert into request_events (kind, actor_kind, actor_id) values ($1, $2, $3)';
    const id = '01890000-0000-7000-8000-000000000001';
    for (const status of requestStatuses) await pool.query(requestText, [status]);
    for (const kind of ['operator', 'token']) await pool.query(eventText, ['note', kind, id]);
    for (const kind of ['customer', 'system', 'rule']) await pool.query(eventText, ['note', kind, null]);

    const refused = { code: '23514' };
    await expect(pool.query(requestText, ['OPEN'])).rejects.toMatchObject(refused);
    await expect(pool.query("update commission_requests set status = 'OPEN'")).rejects.toMatchObject(refused);
    for (const event of [
      ['note', 'guest', null],
      ['note', 'guest', id],
      ['note', 'operator', null],
      ['note', 'customer', id],
    ]) {
      await expect(pool.query(eventText, event)).rejects.toMatchObject(refused);
    }
  });

  it('takes a channel without types only for messages to customers', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    const add = (kind: string, types: readonly string[], settings: object) =>
      pool.query(
        'insert into delivery_channels (id, kind, name, types, settings) values (gen_random_uuid(), $1, $1, $2, $3)',
        [kind, types, settings],
      );
    const customers = { audience: 'customers', messages: true };
    await add('mail', [], customers);
    await add('webhook', ['request.erased'], {});
    const refused = { code: '23514', constraint: 'delivery_channels_sends_check' };
    for (const settings of [{ ...customers, messages: false }, { ...customers, audience: 'operators' }, {}]) {
      await expect(add('mail', [], settings)).rejects.toMatchObject(refused);
    }
    await expect(add('webhook', [], customers)).rejects.toMatchObject(refused);
    await expect(add('mail', ['request.read'], customers)).rejects.toMatchObject({ code: '23514' });
  });

  it('is brought up to date by the migration of a later version, once by eight processes, with all rows', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query(`
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
      values (gen_random_uuid(), '2026-01-01', 'NEW', 'Somebody', 'somebody@example.org', 'Two cats', '{}')`);
    const schemas = Array.from({ length: 8 }, () => createSchemaOf({ pool: newPool(), directory: later.directory }));
    await Promise.all(schemas.map((schema) => schema.ready()));
    const { rows } = await pool.query('select customer_name, nickname from submitted_commission_requests');
    expect(rows).toEqual([{ customer_name: 'Somebody', nickname: 'nobody' }]);
    const versions = await pool.query('select version::int, name from commission_schema_version order by version');
    expect(versions.rows).toEqual(
      (await readMigrations(later.directory)).map(({ version, name }) => ({ version, name })),
    );
  });

  it('is left as it is by the migration of a later version that fails half-way', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await pool.query('create view in_the_way as select id from submitted_commission_requests');
    const columns = (await pool.query(columnsText)).rows;
    await appendFile(later.file, 'drop view submitted_commission_requests;');
    await expect(createSchemaOf({ pool, directory: later.directory }).ready()).rejects.toMatchObject({ code: '2BP01' });
    expect((await pool.query(columnsText)).rows).toEqual(columns);
    await createSchema(pool).ready();
  });

  it('refuses what a newer version of the service has migrated, and leaves it as it is', async () => {
    const pool = newPool();
    await createSchema(pool).ready();
    await migrate(pool, later.directory);
    const refusal = {
      name: 'SchemaVersionError',
      message: expect.stringMatching(
        /^The database was migrated to 1000 by a newer version .* knows \d+: run the newer/,
      ),
    };
    await expect(createSchema(pool).ready()).rejects.toMatchObject(refusal);
    await expect(migrate(pool, migrationsDirectory)).rejects.toMatchObject(refusal);
    const { rows } = await pool.query('select max(version)::int as version from commission_schema_version');
    expect(rows).toEqual([{ version: 1000 }]);
  });

  it('refuses the tables of 0.1.0, and leaves them as they are', async () => {
    const pool = newPool();
    await pool.query(prereleaseText);
    const refusal = {
      name: 'SchemaVersionError',
      message: expect.stringMatching(
        /^The tables are those of version 0\.1\.0 \(33\), .*: run 0\.1\.0 again, or start/,
      ),
    };
    await expect(createSchema(pool).ready()).rejects.toMatchObject(refusal);
    await expect(migrate(pool, migrationsDirectory)).rejects.toMatchObject(refusal);
    expect((await pool.query(tablesText)).rows).toEqual([{ table_name: 'commission_schema_version' }]);
  });

  it('goes on being used by a process that was there before a newer version migrated it', async () => {
    const pool = newPool();
    const schema = createSchema(pool);
    await schema.ready();
    await migrate(pool, later.directory);
    await schema.ready();
    await schema.readyWithin(1000);
  });

  it('is not migrated by a process that may not, and serves that process after a migration', async () => {
    const pool = newPool();
    const cautious = createSchemaOf({ pool, directory: migrationsDirectory, pendingMigrations: 'refuse' });
    await expect(cautious.ready()).rejects.toMatchObject({
      name: 'SchemaVersionError',
      message: expect.stringMatching(
        /^The database lacks 101-requests, 102-.*, and MIGRATE is off: run commissions migrate/,
      ),
    });
    expect((await pool.query(tablesText)).rows).toEqual([]);
    await migrate(pool, migrationsDirectory);
    await cautious.ready();
  });

  it('is left untouched by an attempt that fails half-way, and made by the next', async () => {
    const pool = newPool();
    await pool.query('create table commission_request_files (id int)');
    const schema = createSchema(pool);
    await expect(schema.ready()).rejects.toMatchObject({ code: '42P07' });
    expect((await pool.query(tablesText)).rows).toHaveLength(1);
    await pool.query('drop table commission_request_files');
    await schema.ready();
    expect((await pool.query(tablesText)).rows).toHaveLength(tables.length);
  });

  it('takes longer to be made than a query of a submission may', async () => {
    const holder = await newPool().connect();
    await holder.query('begin; select pg_advisory_xact_lock(7239105541)');
    const watch = newPool();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pool = new Pool({ connectionString: database.url, max: 2, query_timeout: 60_000 });
    pools.push(pool);
    const ready = handled(createSchema(pool).ready());
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
    // A query with the same wait, under the limit of every query.
    const limited = expect(pool.query('select pg_advisory_xact_lock(7239105541)')).rejects.toThrow(
      'Query read timeout',
    );
    await expect.poll(async () => (await watch.query(waiting)).rowCount).toBe(2);
    vi.advanceTimersByTime(61_000);
    vi.useRealTimers();
    await limited;
    await holder.query('rollback');
    holder.release();
    await ready;
    expect((await pool.query(tablesText)).rows).toHaveLength(tables.length);
  });

  it('gives its connection back in every case', async () => {
    const pool = newPool();
    await pool.query('create table commission_requests (id int)');
    const schema = createSchema(pool);
    for (let tries = 0; tries < 5; tries += 1) await expect(schema.ready()).rejects.toThrow();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});

describe('the schema behind a lock', () => {
  it('ends every wait within the time that was asked for', async () => {
    const pool = newPool();
    const holder = await newPool().connect();
    await holder.query('begin; select pg_advisory_xact_lock(7239105541)');
    const schema = createSchema(pool);
    await expect(schema.readyWithin(50)).rejects.toThrow('The tables are still being brought up to date');
    await holder.query('rollback');
    holder.release();
    await schema.readyWithin(30_000);
  });

  it('tells a submission that no connection could be had, so that nothing of it is stored', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 });
    pools.push(pool);
    const schema = { ready: async () => {}, readyWithin: async () => {} };
    const unreachable = { name: 'NotStoredError', cause: { code: 'ECONNREFUSED' } };
    for (const key of [null, 'a-key']) {
      await expect(openRecords(pool, { schema }).begin(submissionOf([], {}, key))).rejects.toMatchObject(unreachable);
    }
  });

  it('tells a submission that the tables could not be made, so that nothing of it is stored', async () => {
    const pool = newPool();
    await pool.query('create table commission_requests (id int)');
    await expect(openRecords(pool).begin(submissionOf([]))).rejects.toMatchObject({
      name: 'NotStoredError',
      cause: { code: '42P07' },
    });
  });
});

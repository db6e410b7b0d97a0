import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/intake/records/schema.ts';
import { openAccounts } from '../accounts/stage.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { migrationsDirectory } from '../support/open-records.ts';
import { openInbox } from './stage.ts';

describe('a role that may not create extensions', () => {
  const role = 'inbox_without_extensions';
  let database: TestDatabase;
  let admin: Pool;
  let pool: Pool;

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new Pool({ connectionString: database.url, max: 1 });
    await admin.query(`create role ${role} login password 'secret'`);
    await admin.query(`grant usage, create on schema public to ${role}`);
    pool = new Pool({ connectionString: database.url.replace(/\/\/[^@/]*@/, `//${role}:secret@`), max: 4 });
  });

  afterEach(async () => {
    await pool.end();
    await admin.query(`drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await database.drop();
  });

  it('makes the tables, and searches them', async () => {
    await expect(pool.query('create extension pg_trgm')).rejects.toThrow();
    await createSchema({ pool, directory: migrationsDirectory }).ready();
    const inbox = openInbox(pool);
    const id = await inbox.store({ message: '猫の絵 and a Fox' });
    await inbox.store();
    await inbox.index();
    expect(await inbox.ids({ q: '猫の' })).toEqual([id]);
    expect(await inbox.ids({ q: 'a fox' })).toEqual([id]);
    const { rows } = await pool.query('select current_user as name');
    expect(rows).toEqual([{ name: role }]);
  });
});

describe('the tables of any kind of day', () => {
  let database: MigratedDatabase;

  beforeEach(async () => {
    database = await openMigratedDatabase();
  });

  afterEach(() => database.close());

  it('show everything in the list, the search and the feed when a clock was set back', async () => {
    const inbox = openInbox(database.pool);
    const before = await inbox.store({ createdAt: new Date('2026-11-20T12:00:00Z'), message: 'before the step' });
    await inbox.index();
    const idsAfter = async (position: string | null) =>
      (await inbox.feed.read(position, 10))?.items.map(({ requestId }) => requestId);
    await expect.poll(() => idsAfter(null)).toEqual([before]);
    const cursor = await inbox.feed.end();
    const after = await inbox.store({ createdAt: new Date('2026-11-20T09:00:00Z'), message: 'behind the step' });
    await inbox.index();
    expect(await inbox.ids({ q: 'the step' })).toEqual([before, after]);
    expect(await inbox.ids({ to: new Date('2026-11-20T10:00:00Z') })).toEqual([after]);
    await expect.poll(() => idsAfter(cursor)).toEqual([after]);
  });

  it('have a session found by an index among ten thousand', async () => {
    const { pool } = database;
    const operatorId = '00000000-0000-4000-8000-000000000001';
    await pool.query(
      `insert into operators (id, email, email_key, name, role) values ($1, 'a@example.org', 'a@example.org', 'A', 'owner')`,
      [operatorId],
    );
    await pool.query(
      `insert into operator_sessions (id, token_hash, operator_id)
       select gen_random_uuid(), 'hash ' || place, $1 from generate_series(1, 10000) place`,
      [operatorId],
    );
    await pool.query('analyze operator_sessions');
    const { sessions } = openAccounts(pool);
    const { token, sessionId } = await sessions.start(operatorId, { ipAddress: null, userAgent: null });
    expect(await sessions.authenticate(token)).toMatchObject({ sessionId, operator: { id: operatorId } });
    expect(await sessions.authenticate('forged')).toBeNull();
    const { rows } = await pool.query<Record<string, string>>(
      `explain select from operator_sessions where token_hash = 'hash 7'`,
    );
    expect(JSON.stringify(rows)).toContain('Index');
    expect(await sessions.list(operatorId)).toHaveLength(10_001);
  });
});

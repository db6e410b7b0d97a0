import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/customers/records/schema.ts';
import { createApiTokens } from '../../src/operators/accounts/api-tokens.ts';
import { createSessions } from '../../src/operators/accounts/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { migrationsDirectory } from '../support/open-records.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { openInbox } from './stage.ts';

describe('a process that is killed during a bulk change', () => {
  const requests = 3000;
  let database: MigratedDatabase;
  let directory: string;
  let service: ServiceProcess | null = null;

  beforeEach(async () => {
    database = await openMigratedDatabase();
    directory = await mkdtemp(join(tmpdir(), 'inbox-kill-'));
  });

  afterEach(async () => {
    await service?.destroy();
    await database.close();
    await rm(directory, { recursive: true });
  });

  it('leaves each request changed with its event or not at all, and the change may be repeated', async () => {
    const { pool } = database;
    await pool.query(
      `insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
         select gen_random_uuid(), now(), 'NEW', 'x', 'x@example.org', 'x', '{}' from generate_series(1, $1)`,
      [requests],
    );
    const { rows } = await pool.query<{ id: string; version: number }>('select id, version from commission_requests');
    const token = { name: 'bulk', scopes: ['write'], expiresAt: null, createdBy: null } as const;
    const { secret } = await createApiTokens(pool).create(token);
    const change = (url: string) =>
      fetch(`${url}/api/operator/v1/requests/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ids: rows, change: { status: 'DECLINED' } }),
      });

    const first = await startInbox();
    // The change cannot end before it is broken off.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from commission_requests where id = $1 for update', [rows.at(-1)?.id]);
    const broken = change(first).catch(() => 'broken off');
    await expect.poll(async () => (await state()).changed, { interval: 5 }).toBeGreaterThan(0);
    await service?.destroy();
    expect(await broken).toBe('broken off');
    await holder.query('rollback');
    holder.release();
    // A session ends only after the statement that waited.
    const sessions = "select from pg_stat_activity where application_name = 'commission-submission-service'";
    await expect.poll(async () => (await pool.query(`${sessions} and datname = current_database()`)).rowCount).toBe(0);
    const left = await state();
    expect(left.changed).toBeLessThan(requests);
    expect(left).toMatchObject({ events: left.changed, versions: left.changed });

    const again = await change(await startInbox());
    expect(await again.json()).toEqual({ changed: requests - left.changed, skipped: left.changed, failed: 0 });
    expect(await state()).toEqual({ changed: requests, events: requests, versions: requests });
  });

  async function startInbox(): Promise<string> {
    const started = startServiceProcess({
      env: { DATABASE_URL: database.url, DATA_DIR: directory, INBOX: 'on', INBOX_PORT: '0', ROLES: 'inbox' },
      cwd: directory,
    });
    service = started;
    const find = () => /The inbox is on (http:\S+)/.exec(messagesOf(started))?.[1];
    await expect.poll(find).toBeDefined();
    return find() ?? '';
  }

  async function state() {
    const { rows } = await database.pool.query<{ changed: number; events: number; versions: number }>(`
      select count(*) filter (where status = 'DECLINED')::int as changed,
             count(*) filter (where version = 2)::int as versions,
             (select count(distinct request_id)::int from request_events where kind = 'status') as events
      from commission_requests`);
    return rows[0] ?? { changed: 0, events: 0, versions: 0 };
  }
});

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
    const sessions = createSessions(pool);
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

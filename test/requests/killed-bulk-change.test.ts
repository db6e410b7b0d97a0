import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiTokens } from '../../src/accounts/api-tokens.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

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

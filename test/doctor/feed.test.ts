import { Client, escapeIdentifier } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { examineDatabase } from './examine-database.ts';

const anEventOfAMinuteAgo = `
  insert into request_events (at, request_id, actor_kind, kind)
  values (now() - interval '1 minute', gen_random_uuid(), 'customer', 'created')`;

describe('a transaction in another database of the server', () => {
  let database: MigratedDatabase;
  let other: TestDatabase;
  let foreign: Client;

  beforeEach(async () => {
    database = await openMigratedDatabase();
    other = await createTestDatabase();
    foreign = new Client({ connectionString: other.url });
    await foreign.connect();
    await foreign.query('begin');
    await foreign.query('create table written (id int)');
    await database.pool.query(anEventOfAMinuteAgo);
  });

  afterEach(async () => {
    await foreign.end();
    await other.drop();
    await database.close();
  });

  it('is named by process, user and database while it holds back an event of a minute ago', async () => {
    const { rows } = await foreign.query<{ pid: number; user: string; name: string }>(
      'select pg_backend_pid() as pid, current_user as user, current_database() as name',
    );
    const [{ pid, user, name } = { pid: 0, user: '', name: '' }] = rows;
    const whose = `of user ${user} in database ${name} (process ${pid})`;
    // Another test of the same server may hold an older transaction open for a while.
    const feed = async () => (await examineDatabase(database.url, 'feed')).feed;
    await expect.poll(feed).toMatchObject({
      verdict: 'warning',
      findings: [{ found: expect.stringContaining(whose), remedy: expect.stringContaining(`backend(${pid})`) }],
    });
  });

  it('is named to a user who may not see how long it has been open', async () => {
    const role = `reader_${Date.now()}`;
    const user = escapeIdentifier(role);
    await database.pool.query(`create role ${user} login`);
    await database.pool.query(`grant select on all tables in schema public to ${user}`);
    try {
      const url = database.url.replace(/^postgres:\/\/[^@]*@/, `postgres://${role}@`);
      const { feed } = await examineDatabase(url, 'feed');
      expect(feed).toMatchObject({ verdict: 'warning', findings: [{ found: expect.stringMatching(/process \d+/) }] });
    } finally {
      await database.pool.query(`drop owned by ${user}`);
      await database.pool.query(`drop role ${user}`);
    }
  });

  it('is no longer named after its end', async () => {
    const { rows } = await foreign.query<{ name: string }>('select current_database() as name');
    await foreign.query('rollback');
    const { feed } = await examineDatabase(database.url, 'feed');
    // Another test of the same server may hold a transaction open.
    expect(feed?.findings[0]?.found).not.toContain(rows[0]?.name);
  });
});

import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { startDelay } from './delay.ts';
import { examineAndFixDatabase, examineDatabase, type Reports, sqlOf } from './examine-database.ts';

let database: MigratedDatabase;
/** The role's name as a quoted SQL identifier. */
let role: string;
let roleName: string;

beforeEach(async () => {
  database = await openMigratedDatabase();
  // User names can contain any character, and the commands that the doctor suggests contain user names.
  roleName = `o'neil "$(id)" ${randomBytes(6).toString('hex')}`;
  role = escapeIdentifier(roleName);
  await database.pool.query(`create role ${role} login`);
});

afterEach(async () => {
  await database.pool.query(`reassign owned by ${role} to current_user; drop owned by ${role}`);
  await database.pool.query(`drop role ${role}`);
  await database.close();
});

/** Returns the URL of the same server for the role. */
function asRole(url = database.url): string {
  return url.replace(/^postgres:\/\/[^@]*@/, `postgres://${encodeURIComponent(roleName)}@`);
}

function verdicts(reports: Reports): Record<string, string> {
  return Object.fromEntries(Object.entries(reports).map(([name, { verdict }]) => [name, verdict]));
}

async function databaseName(): Promise<string> {
  return (await database.pool.query('select current_database() as name')).rows[0].name;
}

describe('the checks of the database', () => {
  it('have nothing against one that the service has started on', async () => {
    const {
      commits,
      feed,
      'backup.age': backup,
      'backup.result': result,
      ...reports
    } = await examineDatabase(database.url);
    expect(Object.values(verdicts(reports))).toEqual(Array(12).fill('ok'));
    expect(backup).toMatchObject({ verdict: 'skipped', findings: [{ found: 'There is nothing to back up yet' }] });
    expect(result).toMatchObject({ verdict: 'skipped' });
    // The duration depends on the machine, the transactions on what else the server does.
    expect(commits?.findings[0]?.found).toMatch(/commit/);
    expect(feed?.findings[0]?.found).toMatch(/transaction/);
  });

  it('leave no trace in it', async () => {
    const text = `select relname, relfilenode, (select max(written_at) from readiness_probe),
      (select count(*) from pg_db_role_setting) as settings from pg_class order by relname`;
    const before = (await database.pool.query(text)).rows;
    await examineDatabase(database.url);
    expect((await database.pool.query(text)).rows).toEqual(before);
  });

  it('say once that the database cannot be reached', async () => {
    const { reachable, ...others } = await examineDatabase('postgres://me@127.0.0.1:1/commissions');
    expect(reachable).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('ECONNREFUSED'), remedy: expect.stringContaining('DATABASE_URL') }],
    });
    expect(new Set(Object.values(verdicts(others)))).toEqual(new Set(['skipped']));
  });

  it('say that the database or the user does not exist', async () => {
    const absent = database.url.replace(await databaseName(), 'absent');
    expect((await examineDatabase(absent, 'reachable')).reachable).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('does not exist') }],
    });
    expect(
      (await examineDatabase(database.url.replace('//postgres@', '//nobody_of_that_name@'), 'reachable')).reachable,
    ).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('rejects the user') }],
    });
  });

  it('say that the user may not make tables, with the command that lets it', async () => {
    const empty = await createTestDatabase();
    try {
      const { rights } = await examineDatabase(asRole(empty.url), 'rights');
      expect(rights).toMatchObject({
        verdict: 'wrong',
        findings: [{ found: expect.stringContaining('create tables') }],
      });
      await runAsOwner(empty, sqlOf(rights));
      expect((await examineDatabase(asRole(empty.url), 'rights')).rights).toMatchObject({ verdict: 'ok' });
      await runAsOwner(empty, `revoke all on schema public from ${role}`);
    } finally {
      await empty.drop();
    }
  });

  it('say that there is no schema for the user', async () => {
    await database.pool.query(`alter role ${role} set search_path = nothing_of_that_name`);
    const { rights } = await examineDatabase(asRole(), 'rights');
    expect(rights).toMatchObject({ verdict: 'wrong', findings: [{ found: expect.stringContaining('search_path') }] });
  });

  it('say that the user neither uses nor owns the tables, with the command that fixes it', async () => {
    await database.pool.query(`grant usage, create on schema public to ${role}`);
    const unusable = (await examineDatabase(asRole(), 'rights')).rights;
    expect(unusable).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('read and write') }],
    });
    await database.pool.query(`grant all on all tables in schema public to ${role}`);
    const foreign = (await examineDatabase(asRole(), 'rights')).rights;
    expect(foreign).toMatchObject({ verdict: 'wrong', findings: [{ found: expect.stringContaining('does not own') }] });
    await database.pool.query(sqlOf(foreign));
    expect((await examineDatabase(asRole(), 'rights')).rights).toMatchObject({ verdict: 'ok' });
  });

  it('give commands after which the user may use everything', async () => {
    for (let round = 0; round < 2; round++)
      await database.pool.query(sqlOf((await examineDatabase(asRole(), 'rights')).rights));
    const {
      commits,
      feed,
      'backup.age': backup,
      'backup.result': result,
      ...reports
    } = await examineDatabase(asRole());
    expect(Object.values(verdicts(reports))).toEqual(Array(12).fill('ok'));
    expect([backup, result]).toMatchObject([{ verdict: 'skipped' }, { verdict: 'skipped' }]);
    const pool = new Pool({ connectionString: asRole(), max: 1 });
    try {
      await pool.query('select from submitted_commission_requests');
    } finally {
      await pool.end();
    }
  });

  it('say that transactions are read-only, with the command that makes them write', async () => {
    await database.pool.query(`alter role ${role} set default_transaction_read_only = on`);
    const { writes } = await examineDatabase(asRole(), 'writes');
    expect(writes).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('default_transaction_read_only') }],
    });
    await database.pool.query(sqlOf(writes));
    expect((await examineDatabase(asRole(), 'writes')).writes).toMatchObject({ verdict: 'ok' });
  });

  it('say that a row cannot be written, as the readiness of the service does', async () => {
    await database.pool.query(`
      create or replace function write_readiness_probe() returns void language plpgsql as $$
      begin raise 'could not extend file' using errcode = 'disk_full'; end $$`);
    expect((await examineDatabase(database.url, 'writes')).writes).toMatchObject({
      verdict: 'wrong',
      findings: [
        {
          found: 'The disk of the database is full (could not extend file)',
          remedy: 'Make room on it, for bytes (df -h) or for files (df -i)',
        },
      ],
    });
  });

  it('say that an encoding does not hold every script', async () => {
    const name = `${await databaseName()}_ascii`;
    await database.pool.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
    try {
      const { encoding } = await examineDatabase(database.url.replace(await databaseName(), name), 'encoding');
      expect(encoding).toMatchObject({ verdict: 'wrong', findings: [{ found: expect.stringContaining('SQL_ASCII') }] });
    } finally {
      await database.pool.query(`drop database ${name} with (force)`);
    }
  });

  it.each(['off', 'local'])('find synchronous_commit = %s, and set it to on', async (value) => {
    await database.pool.query(`alter role ${role} set synchronous_commit = ${value}`);
    expect((await examineDatabase(asRole(), 'durability')).durability).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining(`synchronous_commit = ${value}`) }],
    });
    expect((await examineAndFixDatabase(asRole(), 'durability')).durability).toMatchObject({
      verdict: 'ok',
      fixed: [expect.stringContaining(roleName)],
    });
    expect((await examineDatabase(asRole(), 'durability')).durability).toMatchObject({ verdict: 'ok' });
  });

  it('say that the user gets fewer connections than the service has', async () => {
    await database.pool.query(`alter role ${role} connection limit 3`);
    expect((await examineDatabase(asRole(), 'connections')).connections).toMatchObject({
      verdict: 'warning',
      findings: [{ found: expect.stringContaining('allows this user 3 connections') }],
    });
  });

  it('say that the server is far away', async () => {
    const delay = await startDelay(database.url, 60);
    try {
      expect((await examineDatabase(delay.url, 'commits')).commits).toMatchObject({
        verdict: 'warning',
        findings: [{ found: expect.stringMatching(/^A commit takes \d+ ms/) }],
      });
    } finally {
      await delay.close();
    }
  });
});

async function runAsOwner({ url }: TestDatabase, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

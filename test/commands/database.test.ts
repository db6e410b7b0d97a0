import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { openMigratedDatabase } from '../support/migrated-database.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { prereleaseText } from '../support/prerelease-tables.ts';

const tablesText = "select from information_schema.tables where table_schema = 'public'";
const versionText = 'select max(version)::int as version from commission_schema_version';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'command-database-'));
});

afterEach(() => rm(directory, { recursive: true }));

function command(databaseUrl: string, ...args: readonly string[]) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(directory, 'data'), BUCKET_NAME: 'attachments' };
  return runOwnCommand(args, { env, cwd: directory });
}

describe('A command in a database of another program', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 1 });
    await pool.query('create table orders (id int)');
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each([
    'requests list',
    'requests erase K7QX-29MB --dry-run',
    'channels list',
    'operators invite ann@example.org --role owner',
    'files get K7QX-29MB 0',
    'backup back-ups',
    'reconcile',
  ])('makes no tables there: %s', async (line) => {
    const { code, stdout, stderr } = await command(database.url, ...line.split(' '));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Could not .*: The database has tables, but none of the service: correct DATABASE_URL, /);
    expect((await pool.query(tablesText)).rowCount).toBe(1);
  });
});

describe('a command on a database that is not ready', () => {
  it('leaves no new key of a rotation without a database', async () => {
    const { code } = await command('postgres://me@127.0.0.1:1/none', 'secrets', 'rotate');
    expect(code).toBe(1);
    expect(existsSync(join(directory, 'data/secrets.key'))).toBe(false);
  });

  it('works before the first start, in an empty database', async () => {
    const database = await createTestDatabase();
    try {
      expect(await command(database.url, 'operators', 'invite', 'ann@example.org', '--role', 'owner')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\/invitation#/),
      });
    } finally {
      await database.drop();
    }
  });

  it.each(['tokens list', 'requests export', 'backup back-ups'])(
    'leaves tables of an earlier version as they are: %s',
    async (line) => {
      const database = await openMigratedDatabase();
      try {
        await database.pool.query(`delete from commission_schema_version where version = (${versionText})`);
        const { version } = (await database.pool.query(versionText)).rows[0];
        const { code, stderr } = await command(database.url, ...line.split(' '));
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringMatching(/The tables are those of an earlier version .*, or run commissions migrate\n$/),
        });
        expect((await database.pool.query(versionText)).rows[0].version).toBe(version);
      } finally {
        await database.close();
      }
    },
  );

  it.each(['migrate', 'reconcile', 'backup back-ups', 'tokens list'])(
    'refuses the tables of 0.1.0 with a sentence: %s',
    async (line) => {
      const database = await createTestDatabase();
      const pool = new Pool({ connectionString: database.url, max: 1 });
      try {
        await pool.query(prereleaseText);
        const { code, stderr } = await command(database.url, ...line.split(' '));
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringMatching(
            /^Could not [\w ]+: The tables are those of version 0\.1\.0 \(33\), .*: run 0\.1\.0 again/,
          ),
        });
      } finally {
        await pool.end();
        await database.drop();
      }
    },
  );

  it.each(['migrate', 'reconcile', 'restore back-ups', 'tokens list'])(
    'says what to do about a database that cannot be reached, and shows no password: %s',
    async (line) => {
      const { code, stderr } = await command('postgres://me:secretpw@127.0.0.1:1/none', ...line.split(' '));
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^Could not [\w ]+: The database cannot be reached \(connect ECONNREFUSED 127.0.0.1:1\): start it, or correct the host and port in DATABASE_URL/,
        ),
      });
      expect(stderr).not.toContain('secretpw');
    },
  );
});

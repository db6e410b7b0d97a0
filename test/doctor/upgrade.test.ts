import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/intake/records/migrate.ts';
import { createTestDatabase } from '../support/embedded-database.ts';
import { makeLaterMigrations } from '../support/later-version.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { prereleaseText } from '../support/prerelease-tables.ts';
import { examineDatabase } from './examine-database.ts';

const newestText = 'select max(version) from commission_schema_version';

let database: MigratedDatabase;

beforeEach(async () => {
  database = await openMigratedDatabase();
});

afterEach(() => database.close());

async function examineTables(env: Readonly<Record<string, string>> = {}, url = database.url) {
  return (await examineDatabase(url, 'upgrade.tables', env))['upgrade.tables'];
}

/** Makes the tables those of an earlier version, as far as anybody can tell. */
async function forgetLastMigration(): Promise<void> {
  await database.pool.query(`delete from commission_schema_version where version = (${newestText})`);
}

describe('the check before an upgrade', () => {
  it('has nothing against tables of this version, and none against a database without tables', async () => {
    expect(await examineTables()).toMatchObject({ verdict: 'ok' });
    const empty = await createTestDatabase();
    try {
      expect(await examineTables({}, empty.url)).toMatchObject({
        verdict: 'ok',
        findings: [{ found: 'There are no tables yet: the first start creates them' }],
      });
      expect(await examineTables({ MIGRATE: 'off' }, empty.url)).toMatchObject({
        verdict: 'wrong',
        findings: [
          {
            found: expect.stringMatching(/^There are no tables yet, 101-requests, .* and MIGRATE is off/),
            command: 'commissions migrate',
          },
        ],
      });
    } finally {
      await empty.drop();
    }
  });

  it('names what the first start runs, and a back-up before it', async () => {
    await forgetLastMigration();
    const [finding] = (await examineTables())?.findings ?? [];
    expect(finding).toMatchObject({
      verdict: 'warning',
      found: expect.stringMatching(/^The tables are those of an earlier version .* first start .* runs \d{3}-[\w-]+$/),
      command: expect.stringMatching(/^commissions backup /),
    });
  });

  it('says that this version does not start on tables that it may not migrate', async () => {
    await forgetLastMigration();
    expect(await examineTables({ MIGRATE: 'off' })).toMatchObject({
      verdict: 'wrong',
      findings: [
        { found: expect.stringContaining('this version does not start'), command: expect.stringContaining('migrate') },
      ],
    });
  });

  it('says that this version does not start on tables of a later one', async () => {
    const later = await makeLaterMigrations();
    try {
      await migrate(database.pool, later.directory);
      expect(await examineTables()).toMatchObject({
        verdict: 'wrong',
        findings: [{ found: expect.stringContaining('later version (1000)') }],
      });
    } finally {
      await later.remove();
    }
  });

  it('says that no later version reads the tables of 0.1.0', async () => {
    const prerelease = await createTestDatabase();
    const pool = new Pool({ connectionString: prerelease.url, max: 1 });
    try {
      await pool.query(prereleaseText);
      expect(await examineTables({}, prerelease.url)).toMatchObject({
        verdict: 'wrong',
        findings: [
          {
            found: 'The tables are those of version 0.1.0 (33), whose data no later version reads',
            remedy: expect.stringMatching(/^Run 0\.1\.0 again, or start this version with an empty database/),
          },
        ],
      });
    } finally {
      await pool.end();
      await prerelease.drop();
    }
  });

  it('says that a restore was broken off, with its tables of an earlier version too', async () => {
    await database.pool.query("update service_state set restoring = 'a generation'");
    const brokenOff = {
      verdict: 'wrong',
      findings: [
        {
          found: 'A restore into this service was interrupted: the service does not start',
          remedy: expect.stringContaining('commissions restore'),
        },
      ],
    };
    expect(await examineTables()).toMatchObject(brokenOff);
    await forgetLastMigration();
    expect(await examineTables()).toMatchObject(brokenOff);
  });

  it('changes nothing', async () => {
    await forgetLastMigration();
    const before = (await database.pool.query(newestText)).rows;
    await examineTables();
    expect((await database.pool.query(newestText)).rows).toEqual(before);
  });
});

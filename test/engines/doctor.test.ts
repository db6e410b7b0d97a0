import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examineDatabase, sqlOf } from '../doctor/examine-database.ts';
import {
  type PgBouncer,
  type PostgresEngine,
  startLaterPgBouncer,
  startPgBouncer,
  startPostgres,
} from '../support/engines.ts';
import { type Standby, startStandby } from '../support/standby.ts';

/** A pool smaller than the number of sessions that a check opens, so that sessions are shared. */
const transactionMode = ['pool_mode=transaction', 'default_pool_size=1'];

let postgres: PostgresEngine;
let admin: Client;
let bouncer: PgBouncer | null = null;
let standby: Standby | null = null;

beforeAll(async () => {
  postgres = await startPostgres();
  admin = new Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
});

afterEach(async () => {
  await bouncer?.stop();
  await standby?.stop();
  bouncer = null;
  standby = null;
  await admin.query('alter role postgres reset all');
});

afterAll(async () => {
  await admin?.end();
  await postgres?.stop();
});

/** Applies a setting to the server while `work` runs. */
async function withServer(setting: string, value: string, work: () => Promise<void>): Promise<void> {
  await admin.query(`alter system set ${setting} = ${value}`);
  await reload(setting, (text) => text === value.replaceAll("'", ''));
  try {
    await work();
  } finally {
    await admin.query(`alter system reset ${setting}`);
    await reload(setting, (text) => text !== value.replaceAll("'", ''));
  }
}

async function reload(setting: string, isThere: (value: string) => boolean): Promise<void> {
  await admin.query('select pg_reload_conf()');
  const shown = async () => isThere((await admin.query(`select current_setting('${setting}') as value`)).rows[0].value);
  await expect.poll(shown).toBe(true);
}

describe('the doctor on a server of its own', () => {
  it.each(['fsync', 'full_page_writes'])('finds %s = off', async (setting) => {
    await withServer(setting, 'off', async () => {
      expect((await examineDatabase(postgres.databaseUrl)).durability).toMatchObject({
        verdict: 'wrong',
        findings: [{ found: expect.stringContaining(`${setting} = off`) }],
      });
    });
    expect((await examineDatabase(postgres.databaseUrl)).durability).toMatchObject({ verdict: 'ok' });
  });

  it('finds commits that wait for a standby that is gone', async () => {
    await withServer('synchronous_standby_names', "'gone'", async () => {
      expect((await examineDatabase(postgres.databaseUrl)).commits).toMatchObject({
        verdict: 'wrong',
        findings: [{ remedy: expect.stringContaining('synchronous_standby_names') }],
      });
    });
  });

  it('finds a standby', async () => {
    standby = await startStandby(postgres.databaseUrl);
    const { writes, commits } = await examineDatabase(standby.urlOf(postgres.databaseUrl));
    expect(writes).toMatchObject({ verdict: 'wrong', findings: [{ found: expect.stringContaining('standby') }] });
    expect(commits).toMatchObject({ verdict: 'skipped' });
  });

  it('finds a pooler that shares sessions, and the settings that it needs', async () => {
    bouncer = await startLaterPgBouncer(postgres.databaseUrl, [...transactionMode, 'max_prepared_statements=100']);
    const { pooler } = await examineDatabase(bouncer.databaseUrl);
    expect(pooler).toMatchObject({
      verdict: 'warning',
      findings: [{ found: expect.stringContaining("statement_timeout = '15000'") }],
    });
    await admin.query(sqlOf(pooler));
    await bouncer.stop();
    bouncer = await startLaterPgBouncer(postgres.databaseUrl, [...transactionMode, 'max_prepared_statements=100']);
    expect((await examineDatabase(bouncer.databaseUrl)).pooler).toMatchObject({
      verdict: 'ok',
      findings: [{ found: expect.stringContaining('shares sessions') }],
    });
  });

  it('finds a pooler that loses prepared statements', async () => {
    bouncer = await startPgBouncer(postgres.databaseUrl, transactionMode);
    const { reachable, ...others } = await examineDatabase(bouncer.databaseUrl);
    expect(reachable).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringContaining('max_prepared_statements') }],
    });
    expect(new Set(Object.values(others).map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
  });

  it('finds a pooler without transactions', async () => {
    const statementMode = ['pool_mode=statement', 'default_pool_size=1', 'max_prepared_statements=100'];
    bouncer = await startLaterPgBouncer(postgres.databaseUrl, statementMode);
    const { reachable } = await examineDatabase(bouncer.databaseUrl);
    expect(reachable).toMatchObject({
      verdict: 'wrong',
      findings: [{ found: expect.stringMatching(/pool_mode = statement does\. Set pool_mode = session/) }],
    });
  });

  it('has nothing against a pooler that shares no sessions', async () => {
    bouncer = await startPgBouncer(postgres.databaseUrl, ['pool_mode=session', 'default_pool_size=20']);
    expect((await examineDatabase(bouncer.databaseUrl)).pooler).toMatchObject({
      verdict: 'ok',
      findings: [{ found: expect.stringContaining('does not share sessions') }],
    });
  });
});

import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { runInBash } from '../support/run-in-bash.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startTestService } from '../support/service.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

const tablesText = "select from information_schema.tables where table_schema = 'public'";

let folder: ServiceFolder;
let database: TestDatabase;
let pool: Pool;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeServiceFolder();
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  env = { DATABASE_URL: database.url, DATA_DIR: folder.dataDirectory, BUCKET_NAME: 'attachments' };
});

afterAll(async () => {
  await pool.end();
  await database.drop();
  expect(await folder.remove()).toEqual([]);
});

const command = (...args: string[]) => runOwnCommand(args, { env, cwd: folder.path });

const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const withoutRoom = (line: string) => runOwnCommand(line.split(' '), { env, cwd: folder.path, outputFault: noRoom() });

const shell = (line: string) => runInBash(line, { env, cwd: folder.path });

describe('a command', () => {
  it('migrates on request, and serves only then where it must not migrate itself', async () => {
    const check = await command('migrate', '--check');
    expect(check).toMatchObject({ code: 1, stdout: expect.stringMatching(/^101-requests\n102-/), stderr: '' });
    expect(await folder.start({ ...env, MIGRATE: 'off' }).ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Could not start: The database lacks 101-requests, .* run commissions migrate/),
    });
    expect((await pool.query(tablesText)).rowCount).toBe(0);

    const waits = await command('doctor', '--only', 'upgrade', '--json');
    expect(JSON.parse(waits.stdout)).toMatchObject({ name: 'upgrade.tables', verdict: 'ok' });
    expect(waits.code).toBe(0);

    const migrated = await command('migrate', '--json');
    expect(migrated.code).toBe(0);
    expect(JSON.parse(migrated.stdout).run[0]).toBe('101-requests');
    expect(await command('migrate', '--check', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{"current":\d+,"pending":\[\]\}\n$/),
    });
    const service = folder.start({ ...env, MIGRATE: 'off' });
    await service.address;
    await service.destroy();
  });

  it('refuses a database that a newer version has migrated', async () => {
    await pool.query("insert into commission_schema_version (version, name) values (1000, 'later')");
    try {
      const refusal = /The database was migrated to 1000 by a newer version.* run the newer version again/;
      expect(await folder.start(env).ended).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
      for (const args of [['migrate'], ['migrate', '--check'], ['requests', 'list']]) {
        const { code, stderr } = await command(...args);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
      }
      const found = await command('doctor', '--only', 'upgrade');
      expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(/^wrong .*upgrade\.tables: .*\(1000\)/m) });
    } finally {
      await pool.query('delete from commission_schema_version where version = 1000');
    }
  });

  it.each([
    ['Ctrl-C', 'SIGINT', 130],
    ['a closed terminal', 'SIGHUP', 129],
  ] as const)('is stopped by %s while it waits for its turn, and changes nothing', async (_, signal, exitCode) => {
    const empty = await createTestDatabase();
    const other = new Pool({ connectionString: empty.url, max: 1 });
    const migrating = await other.connect();
    try {
      await migrating.query('begin; select pg_advisory_xact_lock(7239105541)');
      const { child, ended } = startCommand(['migrate'], {
        env: { ...env, DATABASE_URL: empty.url },
        cwd: folder.path,
      });
      const waiting = `
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await migrating.query(waiting)).rowCount).toBe(1);
      child.kill(signal);
      const { code, stdout, stderr } = await ended;
      expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
      expect(stderr).toBe(`Could not migrate: stopped by ${signal}: nothing was changed\n`);
      expect((await migrating.query(waiting)).rowCount).toBe(0);
      await migrating.query('rollback');
      expect((await migrating.query(tablesText)).rowCount).toBe(0);
    } finally {
      // The pool waits for it, also when the test has failed.
      migrating.release(true);
      await other.end();
      await empty.drop();
    }
  });

  it('ends quietly with 141 when its pipe is closed', async () => {
    const { child, ended } = startCommand(['requests', 'list'], { env, cwd: folder.path });
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
  });

  it('says so when the output has no room', async () => {
    const { code, stderr } = await shell('$commissions channels list > /dev/full');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Could not list the channels: the output cannot be written: ENOSPC[^\n]*\n$/);
  });

  it.each([
    ['tokens create --name x --scopes read', /: the token exists, .*: commissions tokens revoke [\w-]{36} ends it\n$/],
    [
      'channels add webhook https://example.org/x',
      /: the channel exists, .*: commissions channels rotate-secret [\w-]{36}/,
    ],
    ['operators invite ann@example.org --role owner', /: the invitation exists: the same command replaces it/],
  ])('says what exists when it cannot be printed: %s', async (line, holds) => {
    const { code, stderr } = await withoutRoom(line);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Could not print the result: the output cannot be written: ENOSPC[^\n]*\n$/);
    expect(stderr).toMatch(holds);
  });

  it.each(['--help', 'tokens --help'])('says that the output has no room for what it only prints: %s', async (line) => {
    const { code, stderr } = await withoutRoom(line);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Could not print [\w ]+: the output cannot be written: ENOSPC[^\n]*\n$/);
  });

  it('ends quietly with 141 when its pipe is closed midway', async () => {
    const service = await startTestService();
    try {
      const large = filePart('a.png', Buffer.alloc(4 * 1024 * 1024));
      const { body } = await postParts(service.endpoint, [payloadPart(), large]);
      const { child, ended } = startCommand(['files', 'get', String(body.id), '0'], {
        env: { BUCKET_NAME: 'attachments', DATA_DIR: service.dataDirectory, DATABASE_URL: service.databaseUrl },
        cwd: folder.path,
      });
      child.stdout?.destroy();
      expect(await ended).toMatchObject({ code: 141, stderr: '' });
    } finally {
      await service.close();
    }
  });

  it('ends with 143 on SIGTERM, at once, and says which results are valid', async () => {
    const s3 = await startS3Server();
    try {
      const { struck } = s3.inject({ operation: 'LIST', call: 1, effect: { kind: 'hang' } });
      const { child, ended } = startCommand(['reconcile'], { env: { ...env, ...s3Environment(s3) }, cwd: folder.path });
      await struck;
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({
        code: 143,
        stdout: '',
        stderr: 'Could not reconcile: stopped by SIGTERM: the printed differences are valid\n',
      });
    } finally {
      await s3.close();
    }
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { DataDirectoryInUseError } from '../../src/platform/database/embedded/errors.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import {
  makeDataDirectory,
  openDescriptors,
  postmasterPid,
  processesIn,
  removeDataDirectory,
} from './data-directory.ts';

let template: string;
let dataDirectory: string;
let events: string[];
let descriptorsBefore: number;

beforeAll(async () => {
  template = await makeDataDirectory();
  await (await start(template)).close();
});

afterAll(() => removeDataDirectory(template));

beforeEach(async () => {
  dataDirectory = await makeDataDirectory();
  await run('cp', '-a', join(template, 'postgres'), dataDirectory);
  events = [];
  descriptorsBefore = await openDescriptors();
});

afterEach(async () => {
  try {
    await expect.poll(() => processesIn(dataDirectory)).toEqual([]);
    await expect.poll(() => openDescriptors()).toBe(descriptorsBefore);
  } finally {
    await removeDataDirectory(dataDirectory);
  }
});

function start(directory = dataDirectory): Promise<Database> {
  return startEmbeddedDatabase({
    dataDirectory: directory,
    onIdleError: () => {},
    onEvent: (message) => events.push(message),
  });
}

async function failedStart(): Promise<Error> {
  return start().then(
    () => expect.unreachable('it started'),
    (error: Error) => error,
  );
}

describe('a started server', () => {
  it('keeps what was committed for the next start', async () => {
    const first = await start();
    await first.pool.query('create table t as select 7 as n');
    await first.close();
    const second = await start();
    expect((await second.pool.query('select n from t')).rows).toEqual([{ n: 7 }]);
    await second.close();
  });

  it('syncs commits, checks pages and depends on no locale of the machine', async () => {
    const database = await start();
    const { rows } = await database.pool.query(
      `select current_database() as name, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
         pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale, datcollate as collate,
         current_setting('lc_messages') as messages, current_setting('timezone') as zone
       from pg_database where datname = current_database()`,
    );
    await database.close();
    expect(rows).toEqual([
      {
        name: 'commissions',
        fsync: 'on',
        commit: 'on',
        checksums: 'on',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        collate: 'C',
        messages: 'C',
        zone: 'UTC',
      },
    ]);
  });

  it('listens on its socket only, in a directory that no other account can enter', async () => {
    const database = await start();
    const { rows } = await database.pool.query(
      `select current_setting('listen_addresses') as tcp, inet_server_addr() as address`,
    );
    const directory = await stat(clusterDirectory(dataDirectory));
    await database.close();
    expect(rows).toEqual([{ tcp: '', address: null }]);
    expect(directory.mode & 0o777).toBe(0o700);
    expect(directory.uid).not.toBe(0);
  });

  it('gets nothing of the environment and leads a session of its own', async () => {
    const database = await start();
    const pid = await postmasterPid(dataDirectory);
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const session = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[3];
    await database.close();
    expect(environment.split('\0').filter(Boolean).sort()).toEqual(['LC_ALL=C', 'PATH=/usr/bin:/bin', 'TZ=UTC']);
    expect(session).toBe(String(pid));
  });

  it('writes no statement, no value and no error of a client into its log', async () => {
    const database = await start();
    await expect(database.pool.query(`select 'hush'::int`)).rejects.toThrow('hush');
    await database.close();
    const log = await readFile(join(dataDirectory, 'postgres/server.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('hush');
  });

  it('closes once, however often it is asked', async () => {
    const database = await start();
    await Promise.all([database.close(), database.close()]);
    await database.close();
    await expect(database.pool.query('select 1')).rejects.toThrow();
  });

  it('closes although a client was never given back', async () => {
    const database = await start();
    await database.pool.connect();
    await database.close();
    await expect(database.pool.query('select 1')).rejects.toThrow();
  });
});

describe('the data directory', () => {
  it('may have a path far longer than a socket name', async () => {
    const deep = join(dataDirectory, 'd'.repeat(200), 'e'.repeat(200));
    const database = await start(deep);
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
    await (await start(deep)).close();
  });

  it('may lie below one of mode 0700', async () => {
    const secret = join(dataDirectory, 'secret');
    await mkdir(secret, { mode: 0o700 });
    await rename(join(dataDirectory, 'postgres'), join(secret, 'postgres'));
    const database = await start(secret);
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
  });

  it('serves one process at a time', async () => {
    const database = await start();
    const refusal = await failedStart();
    expect(refusal).toBeInstanceOf(DataDirectoryInUseError);
    expect(refusal.message).toContain(dataDirectory);
    expect(refusal.message).toContain(String(process.pid));
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
  });

  it('is left alone when another version of PostgreSQL made it', async () => {
    await writeFile(join(clusterDirectory(dataDirectory), 'PG_VERSION'), '17\n');
    const failure = await failedStart();
    expect(failure.message).toMatch(/was made by PostgreSQL 17, and this version of the service has PostgreSQL 18/);
  });

  it('may have lost its modes in a copy', async () => {
    const cluster = clusterDirectory(dataDirectory);
    await chmod(cluster, 0o755);
    await (await start()).close();
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  });

  it('may have been put there by root', async () => {
    const cluster = clusterDirectory(dataDirectory);
    await run('chown', '-R', '0:0', cluster);
    await (await start()).close();
    expect((await stat(join(cluster, 'PG_VERSION'))).uid).not.toBe(0);
  });
});

describe('left-overs', () => {
  it('are no obstacle when another process has the number of a killed server now', async () => {
    const cluster = clusterDirectory(dataDirectory);
    const { uid, gid } = await stat(cluster);
    const account = process.geteuid?.() === 0 ? { uid, gid } : {};
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...account });
    await leaveLockFile(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n/proc/self/cwd\n1700000000\n5432\n.\n\n1 1\n`,
    );
    await leaveLockFile(join(cluster, '.s.PGSQL.5432.lock'), `${stranger.pid}\n/proc/self/cwd\n1700000000\n5432\n.\n`);
    await (await start()).close();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    await once(stranger, 'exit');
  });

  it('are no obstacle as an empty lock file after a power cut', async () => {
    await leaveLockFile(join(clusterDirectory(dataDirectory), 'postmaster.pid'), '');
    await (await start()).close();
  });

  it('are removed after killed first starts', async () => {
    await mkdir(join(dataDirectory, 'postgres/initdb-abc/base'), { recursive: true });
    await (await start()).close();
    await expect(stat(join(dataDirectory, 'postgres/initdb-abc'))).rejects.toThrow('ENOENT');
  });
});

describe('a start that fails', () => {
  it('shows the last lines of the log and names the way out', async () => {
    const configuration = join(clusterDirectory(dataDirectory), 'postgresql.conf');
    await appendFile(configuration, 'nonsense = of this sort\n');
    const failure = await failedStart();
    expect(failure.message).toContain('syntax error in file');
    expect(failure.message).toContain('DATABASE_URL');
  });

  it.each(['global/pg_control', 'PG_VERSION', 'pg_wal', 'pg_xact'])(
    'names a back-up, and no other server, when the cluster has lost %s',
    async (lost) => {
      await rm(join(clusterDirectory(dataDirectory), lost), { recursive: true });
      const { message } = await failedStart();
      expect(message).toContain('Its files are damaged: keep a copy of DATA_DIR, then restore a back-up');
      expect(message).not.toContain('DATABASE_URL');
    },
  );

  it('names a back-up, and no other server, when the control file of the cluster was overwritten', async () => {
    await writeFile(join(clusterDirectory(dataDirectory), 'global/pg_control'), Buffer.alloc(8192, 7));
    const { message } = await failedStart();
    expect(message).toContain('Its files are damaged: keep a copy of DATA_DIR, then restore a back-up');
    expect(message).not.toContain('DATABASE_URL');
  });
});

describe('a crash', () => {
  it('heals from that of the server, and a borrowed client that breaks does no harm', async () => {
    const database = await start();
    await database.pool.query('create table t as select 7 as n');
    const borrowed = await database.pool.connect();
    process.kill(await postmasterPid(dataDirectory), 'SIGKILL');
    await expect.poll(() => events).toContain('the embedded PostgreSQL is back');
    await expect(borrowed.query('select 1')).rejects.toThrow();
    borrowed.release(true);
    expect((await database.pool.query('select n from t')).rows).toEqual([{ n: 7 }]);
    expect(await failedStart()).toBeInstanceOf(DataDirectoryInUseError);
    await database.close();
  });

  it('heals from that of one of its processes', async () => {
    const database = await start();
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await expect.poll(() => events).toContain('the embedded PostgreSQL is back');
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
  });

  it('leaves the server running and the directory owned when only the lock session ended', async () => {
    const database = await start();
    const pid = await postmasterPid(dataDirectory);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%owner%'`,
    );
    await expect.poll(() => events).toContain('the embedded PostgreSQL is back');
    expect(await postmasterPid(dataDirectory)).toBe(pid);
    expect(await failedStart()).toBeInstanceOf(DataDirectoryInUseError);
    await database.close();
  });

  it('leaves nothing behind just before the close', async () => {
    const database = await start();
    process.kill(await postmasterPid(dataDirectory), 'SIGKILL');
    await database.close();
  });
});

/** Old enough that no server can still be starting with this lock file. */
async function leaveLockFile(path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(clusterDirectory(dataDirectory));
  await writeFile(path, text, { mode: 0o600 });
  await run('chown', `${uid}:${gid}`, path);
  await utimes(path, 1_700_000_000, 1_700_000_000);
}

async function run(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  await once(child, 'exit');
}

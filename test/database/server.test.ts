import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

function connectTo(url: string, onIdleError: (error: Error) => void = () => {}) {
  return connectToServer({ url, onIdleError });
}

/** Returns the URL of the test database with additional parameters. */
function withParameters(parameters: string): string {
  return `${testDatabase.url}${testDatabase.url.includes('?') ? '&' : '?'}${parameters}`;
}

/** Runs `work` while new sessions of the test database have the setting. */
async function withDefault(setting: string, value: string, work: () => Promise<void>): Promise<void> {
  const database = connectTo(testDatabase.url);
  const name = parse(testDatabase.url).pathname.slice(1);
  await database.pool.query(`alter database ${name} set ${setting} = ${value}`);
  try {
    await work();
  } finally {
    await database.pool.query(`set default_transaction_read_only = off; alter database ${name} reset ${setting}`);
    await database.close();
  }
}

describe('the pool of a server', () => {
  it('bounds statements, locks and idle transactions', async () => {
    const database = connectTo(testDatabase.url);
    const { rows } = await database.pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
    );
    expect(rows).toEqual([{ statement: '15s', lock: '5s', idle: '15s', name: 'commission-submission-service' }]);
    await database.close();
  });

  it('has no statement compiled, which takes longer than it runs', () =>
    withDefault('jit', 'on', async () => {
      const database = connectTo(testDatabase.url);
      const { rows } = await database.pool.query(`select current_setting('jit') as jit`);
      expect(rows).toEqual([{ jit: 'off' }]);
      await database.close();
    }));

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ])('makes of a server with synchronous_commit=%s sessions with %s, and says once that it had to', (value, expected) =>
    withDefault('synchronous_commit', value, async () => {
      const warnings: string[] = [];
      const onWarning = (message: string) => warnings.push(message);
      const database = connectToServer({ url: testDatabase.url, onIdleError: () => {}, onWarning });
      const another = database.openPool({});
      const read = (pool = database.pool) => pool.query(`select current_setting('synchronous_commit') as value`);
      const results = await Promise.all([read(), read(), read(), read(another)]);
      expect(database.pool.totalCount).toBe(3);
      expect(results.map(({ rows }) => rows[0].value)).toEqual([expected, expected, expected, expected]);
      expect(warnings).toEqual(value === expected ? [] : [expect.stringContaining(`synchronous_commit = ${value}`)]);
      await database.close();
    }),
  );

  it('takes the one of several hosts that responds', async () => {
    const gate = await openGate(addressOf(testDatabase.url));
    const database = connectTo(throughPorts([1, gate.port], testDatabase.url));
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
    await gate.shut();
  });

  it('names every host and what was wrong with it when none takes writes', () =>
    withDefault('default_transaction_read_only', 'on', async () => {
      const gate = await openGate(addressOf(testDatabase.url));
      const database = connectTo(throughPorts([1, gate.port], testDatabase.url));
      await expect(database.pool.query('select 1')).rejects.toThrow(
        `127.0.0.1:1 connect ECONNREFUSED 127.0.0.1:1; 127.0.0.1:${gate.port} is read-only`,
      );
      await database.close();
      await gate.shut();
    }));

  it('rejects the only host when it takes no writes and the URL asks for one that does', () =>
    withDefault('default_transaction_read_only', 'on', async () => {
      const database = connectTo(withParameters('target_session_attrs=read-write'));
      await expect(database.pool.query('select 1')).rejects.toThrow(/database server .* is read-only/);
      await database.close();
    }));

  it('drops a connection whose server turned read-only', async () => {
    const database = connectTo(testDatabase.url);
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    await database.pool.query('set default_transaction_read_only = on');
    await expect(database.pool.query('create table never ()')).rejects.toThrow('read-only transaction');
    const next = await database.pool.query('select pg_backend_pid() as pid');
    expect(next.rows[0].pid).not.toBe(rows[0].pid);
    await database.close();
  });

  it('moves to another host when one is lost, and ends what was left open to the first', async () => {
    const [first, second] = [await openGate(addressOf(testDatabase.url)), await openGate(addressOf(testDatabase.url))];
    await second.shut();
    const database = connectTo(throughPorts([first.port, second.port], testDatabase.url));
    const borrowed = await database.pool.connect();
    const ended = new Promise<void>((resolve) => borrowed.on('end', resolve));
    await first.refuse();
    await second.reopen();
    // The first new connection discovers that the first host is lost. The next one connects to the second host.
    await expect(database.pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await ended;
    borrowed.release(true);
    await database.close();
    await Promise.all([first.shut(), second.shut()]);
  });

  it('cancels on the server what took too long for the client, and keeps to its number of connections', async () => {
    const database = connectToServer({
      url: withParameters('query_timeout=300'),
      poolSize: 6,
      onIdleError: () => {},
    });
    const watch = connectTo(testDatabase.url);
    const busy = `select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep(61)%'
    and pid <> pg_backend_pid()`;
    for (let round = 0; round < 3; round += 1) {
      const sleeps = Array.from({ length: 6 }, () => database.pool.query('select pg_sleep(61)'));
      for (const { status } of await Promise.allSettled(sleeps)) expect(status).toBe('rejected');
      expect((await watch.pool.query(busy)).rowCount).toBeLessThanOrEqual(6 + 4);
    }
    await expect.poll(async () => (await watch.pool.query(busy)).rowCount).toBe(0);
    await database.close();
    await watch.close();
  });

  it('reports an idle connection that the server ended, and opens another', async () => {
    const reported: Error[] = [];
    const database = connectTo(testDatabase.url, (error) => reported.push(error));
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    const other = connectTo(testDatabase.url);
    await other.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await expect.poll(() => reported.length).toBe(1);
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await other.close();
    await database.close();
  });

  it('survives the loss of a borrowed connection between two queries', async () => {
    const database = connectTo(testDatabase.url);
    const borrowed = await database.pool.connect();
    const { rows } = await borrowed.query('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => borrowed.on('end', resolve));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await expect(borrowed.query('select 1')).rejects.toThrow();
    borrowed.release(true);
    await database.close();
  });

  it('rejects queries while the server is down and works once it is up', async () => {
    const gate = await openGate(addressOf(testDatabase.url));
    await gate.shut();
    const database = connectTo(throughPort(gate.port, testDatabase.url));
    await expect(database.pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    await gate.reopen();
    expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await database.close();
    await gate.shut();
  });
});

/** Opens a TCP port that forwards to a server. */
async function openGate(target: NetConnectOpts) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((inner) => {
    const outer = connect(target);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    inner.pipe(outer).pipe(inner);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    async reopen() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    /** Accepts no new connections. Existing connections stay open. */
    async refuse() {
      server.close();
    },
    async shut() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

/** Returns the URL of the same database through a local port. */
function throughPort(port: number, url: string): string {
  return throughPorts([port], url);
}

/** Returns the URL of the same database with several local ports, each as a host. */
function throughPorts(ports: readonly number[], url: string): string {
  const { username, password, pathname } = parse(url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  return `postgres://${username}${password && `:${password}`}@${hosts}${pathname}`;
}

function addressOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = parse(url);
  const directory = searchParams.get('host');
  return directory ? { path: `${directory}/.s.PGSQL.5432` } : { host: hostname, port: Number(port || 5432) };
}

/** `URL` rejects an empty host after a user name. */
function parse(url: string): URL {
  return new URL(url.replace(/@\//, '@socket/'));
}

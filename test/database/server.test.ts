import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectToServer } from '../../src/database/server.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

function connectTo(url: string, onIdleError: (error: Error) => void = () => {}) {
  return connectToServer({ url, onIdleError });
}

it('bounds statements, locks and idle transactions', async () => {
  const database = connectTo(testDatabase.url);
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
  );
  expect(rows).toEqual([{ statement: '15s', lock: '5s', idle: '15s', name: 'commission-submission-service' }]);
  await database.close();
});

it('lets the URL set other bounds', async () => {
  const separator = testDatabase.url.includes('?') ? '&' : '?';
  const database = connectTo(`${testDatabase.url}${separator}statement_timeout=1234`);
  const { rows } = await database.pool.query(`select current_setting('statement_timeout') as statement`);
  expect(rows).toEqual([{ statement: '1234ms' }]);
  await database.close();
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

/** A TCP port in front of a server. */
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
    async shut() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

/** The same database by way of a port of this machine. */
function throughPort(port: number, url: string): string {
  const { username, password, pathname } = parse(url);
  return `postgres://${username}${password && `:${password}`}@127.0.0.1:${port}${pathname}`;
}

function addressOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = parse(url);
  const directory = searchParams.get('host');
  return directory ? { path: `${directory}/.s.PGSQL.5432` } : { host: hostname, port: Number(port || 5432) };
}

/** `URL` takes no empty host with a user name before it. */
function parse(url: string): URL {
  return new URL(url.replace(/@\//, '@socket/'));
}

import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createThrottledNotify, listenForNotifications, notifyWorkers } from '../../src/events/wake-up.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { storeChannel } from './rows.ts';

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

afterAll(() => database.close());

const log = pino({ level: 'silent' });
const listenersText = "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'";
const listeners = async () => (await database.pool.query<{ pid: number }>(listenersText)).rows.map(({ pid }) => pid);

async function openListener() {
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  const onCall = vi.fn();
  const listener = listenForNotifications(pool, onCall, log);
  await expect.poll(listeners).toHaveLength(1);
  return {
    heard: () => onCall.mock.calls.length,
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

describe('a call of the workers', () => {
  it('is heard by a process that listens, and again when its session was lost', async () => {
    const { heard, close } = await openListener();
    await notifyWorkers(database.pool);
    await expect.poll(heard).toBe(1);
    const [pid] = await listeners();
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    await expect.poll(async () => (await listeners()).some((other) => other !== pid)).toBe(true);
    await notifyWorkers(database.pool);
    await expect.poll(heard).toBe(2);
    await close();
    await expect.poll(listeners).toEqual([]);
  });

  it('leaves no listener that closes before the session is there', async () => {
    const pool = new Pool({ connectionString: database.url, max: 2 });
    const listener = listenForNotifications(pool, () => {}, log);
    await listener.close();
    await pool.end();
    await expect.poll(listeners).toEqual([]);
  });

  it('is one for many submissions, and none without a channel', async () => {
    const { pool } = database;
    const client = await pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await client.query('listen commission_deliveries');
    const query = vi.fn(pool.query.bind(pool));
    const notify = createThrottledNotify({ query } as unknown as Pool);
    /** Resolves with what is heard of 50 submissions. Calls are heard in the order in which they are made. */
    const callOften = async () => {
      heard.length = 0;
      query.mockClear();
      for (let count = 0; count < 50; count += 1) notify();
      await expect.poll(() => query.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled']);
      await pool.query("select pg_notify('commission_deliveries', 'last')");
      await expect.poll(() => heard).toContain('last');
      return heard.slice(0, -1);
    };
    await storeChannel(pool, { state: 'held' });
    expect(await callOften()).toEqual([]);
    await storeChannel(pool);
    expect(await callOften()).toEqual(['']);
    client.release(true);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { service } from './contestants.ts';
import type { BenchDatabase } from './database.ts';
import { fillInbox } from './inbox/fill-inbox.ts';
import { publishStudio } from './publish-studio.ts';
import { makeTables, type World } from './world.ts';

/** Answers to `GET /api/v1/availability`, in milliseconds. */
export interface Availability {
  readonly requests: number;
  readonly timesMs: readonly number[];
}

/** Longer than counts are valid, several times. */
const measuredMs = 30_000;
const pauseMs = 10;

/** As upkeep leaves it behind: each of them is judged. */
const judgedText = `
  update opening_progress set (epoch, tx, seq) = (
    select epoch, tx, seq from request_events order by epoch desc, tx desc, seq desc limit 1
  )`;

/** Asks one after another, with a studio whose limits are counted, on tables full of requests. */
export async function measureAvailability(requests: number, world: World): Promise<Availability> {
  const database = await world.databaseServer.openDatabase();
  try {
    await makeTables(database, world.start);
    await fill(database, requests);
    await publishStudio(database, world);
    const server = await world.start({ ...service, env: { ROLES: 'intake' } }, database);
    try {
      return { requests, timesMs: await askFor(`http://127.0.0.1:${server.port}/api/v1/availability`) };
    } finally {
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

async function fill({ url }: BenchDatabase, requests: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await fillInbox(pool, requests);
    await pool.query(judgedText);
  } finally {
    await pool.end();
  }
}

async function askFor(url: string): Promise<number[]> {
  const timesMs: number[] = [];
  for (const end = performance.now() + measuredMs; performance.now() < end; await sleep(pauseMs)) {
    const start = performance.now();
    const response = await fetch(url);
    const { reason } = (await response.json()) as { readonly reason?: string };
    timesMs.push(performance.now() - start);
    // Counts that were never read would leave it open.
    if (reason !== 'requests') throw new Error(`${url} answered ${response.status} with the reason ${reason}`);
  }
  return timesMs;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { service } from './contestants.ts';
import type { BenchDatabase } from './database.ts';
import { publishStudio } from './studio-service.ts';
import { makeTables, type World } from './world.ts';

/** Answers to `GET /api/v1/availability`, in milliseconds. */
export interface Availability {
  readonly requests: number;
  readonly timesMs: readonly number[];
}

/** Longer than counts are valid, several times. */
const measuredMs = 30_000;
const pauseMs = 10;
const startMs = 30_000;

/**
 * Two years of requests and their events. As in a studio, few are `NEW` or take a slot, but more than the limits: counting
 * takes longest then. Upkeep has judged each of them.
 */
const filledText = (requests: number) => `
  with stored as (
    insert into commission_requests (
      id, created_at, status, customer_name, customer_email, message, type_id, extra_ids, changed_at
    )
    select gen_random_uuid(), now() - ordinal * interval '1 minute',
      case when dice < 0.03 then 'NEW' when dice < 0.05 then 'WAITLISTED' when dice < 0.06 then 'ACCEPTED'
        when dice < 0.065 then 'IN_PROGRESS' when dice < 0.65 then 'COMPLETED' else 'DECLINED' end,
      'Ada Example', 'ada@example.org', 'A portrait of my cat, please.', 'illustration', '{}', now()
    from (select ordinal, random() as dice from generate_series(1, ${requests}) ordinal) item
    returning id, created_at
  )
  insert into request_events (at, request_id, actor_kind, kind) select created_at, id, 'customer', 'created' from stored`;

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

async function fill(database: BenchDatabase, requests: number): Promise<void> {
  await database.query(filledText(requests));
  await database.query('vacuum (freeze, analyze)');
  await database.query('checkpoint');
}

async function askFor(url: string): Promise<number[]> {
  const timesMs: number[] = [];
  await untilCounted(url);
  for (const end = performance.now() + measuredMs; performance.now() < end; await sleep(pauseMs)) {
    const start = performance.now();
    await reasonAt(url);
    timesMs.push(performance.now() - start);
  }
  return timesMs;
}

/** A process that has just started neither has the studio nor warm counts. */
async function untilCounted(url: string): Promise<void> {
  for (const end = performance.now() + startMs; (await reasonAt(url)) !== 'requests'; await sleep(pauseMs)) {
    if (performance.now() > end) throw new Error(`${url} has counted nothing`);
  }
}

async function reasonAt(url: string): Promise<unknown> {
  const response = await fetch(url);
  const { reason } = (await response.json()) as { readonly reason: unknown };
  return reason;
}

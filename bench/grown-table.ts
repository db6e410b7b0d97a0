import { service } from './contestants.ts';
import type { BenchDatabase } from './database.ts';
import type { LoadJob } from './load-job.ts';
import { jobOf, noFileLoad, type Step, warmUpJobOf } from './loads.ts';
import type { Sample } from './sample.ts';
import { measureServer } from './server-entrant.ts';
import type { ServerProcess } from './server-process.ts';
import { samplePayload } from './submission-body.ts';
import { makeTables, type World } from './world.ts';

export const grownRows = 10_000_000;

/** Submissions without files to the service, in rounds, on both tables in turn. */
export interface GrownTable {
  readonly step: Step;
  readonly empty: readonly Sample[];
  readonly grown: readonly Sample[];
}

/** Uses a second database of the same server, whose table has ten million requests from the start. */
export async function measureGrownTable(rounds: number, world: World): Promise<GrownTable[]> {
  const database = await world.databaseServer.openDatabase();
  try {
    await makeTables(database, world.start);
    await growTable(database);
    return await measureBoth(database, rounds, world);
  } finally {
    await database.drop();
  }
}

async function measureBoth(grownDatabase: BenchDatabase, rounds: number, world: World): Promise<GrownTable[]> {
  const results = noFileLoad.steps.map((step) => ({ step, empty: [] as Sample[], grown: [] as Sample[] }));
  const onEmpty = await world.start(service, world.database);
  const onGrown = await world.start(service, grownDatabase);
  const measure = async (server: ServerProcess, job: LoadJob) => {
    await world.records.clear();
    return measureServer(job, server, world);
  };
  try {
    for (const server of [onEmpty, onGrown]) await measure(server, warmUpJobOf(noFileLoad));
    for (let round = 0; round < rounds; round++) {
      for (const { step, empty, grown } of results) {
        empty.push(await measure(onEmpty, jobOf(noFileLoad, step)));
        grown.push(await measure(onGrown, jobOf(noFileLoad, step)));
      }
    }
    return results;
  } finally {
    await onEmpty.stop();
    await onGrown.stop();
  }
}

/** Truncates and fills the table in one transaction, which avoids WAL where `wal_level` is `minimal`. */
async function growTable(database: BenchDatabase): Promise<void> {
  const [found] = await database.query("select from pg_proc where proname = 'uuidv7'");
  const id = found ? "uuidv7(ordinal * interval '1 second')" : 'gen_random_uuid()';
  await database.query(`
    begin;
    truncate commission_requests cascade;
    insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
    select ${id}, now() + ordinal * interval '1 second', 'NEW', '${samplePayload.customerName}',
           '${samplePayload.customerEmail}', 'A portrait of my cat in the style of the attached pictures, please.', '{}'
    from generate_series(-${grownRows}, -1) ordinal;
    commit`);
  await database.query('vacuum (freeze, analyze) commission_requests');
  await database.query('checkpoint');
}

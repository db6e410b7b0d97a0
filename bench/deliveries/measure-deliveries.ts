import { readFile } from 'node:fs/promises';
import type { BenchDatabase } from '../database.ts';
import { cpuTimeMs } from '../process-usage.ts';
import { makeTables, type World } from '../world.ts';
import { type Backlog, measureBacklog } from './backlog.ts';
import { compareIntakes, type IntakeSeries } from './intakes.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { DeliveryOptions } from './webhook-setup.ts';

export interface DeliveryResults {
  readonly intakes: readonly IntakeSeries[];
  readonly backlog: Backlog;
}

/**
 * Measures the cost of a webhook for the intake, and the cost of sending. Uses a second database of the same server,
 * which has the webhook.
 */
export async function measureDeliveries(options: DeliveryOptions, world: World): Promise<DeliveryResults> {
  const receiver = await startWebhookReceiver();
  const database = await world.databaseServer.openDatabase();
  try {
    await makeTables(database, world.start);
    const databaseCpuMs = await openDatabaseCpu(database);
    const channelId = await receiver.addChannel(database);
    const webhook = { receiver, database, channelId, databaseCpuMs };
    const intakes = await compareIntakes(options, webhook, world);
    return { intakes, backlog: await measureBacklog(options, webhook, world) };
  } finally {
    await database.drop();
    await receiver.close();
  }
}

/**
 * Resolves with a function that returns the CPU time so far of this database's server, with all its processes. The
 * server must run on this machine.
 */
async function openDatabaseCpu(database: BenchDatabase): Promise<() => Promise<number>> {
  const [row] = await database.query<{ file: string }>("select pg_read_file('postmaster.pid', 0, 20) as file");
  // The first line of the file has the process id.
  const pid = Number.parseInt(row?.file ?? '', 10);
  await readFile(`/proc/${pid}/stat`);
  return () => untilSteady(() => cpuTimeMs(pid));
}

/** Retries, because a process of the server may end during the measurement. Its time is then added to its parent's. */
async function untilSteady(ask: () => Promise<number>, tries = 20): Promise<number> {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1) throw error;
    return untilSteady(ask, tries - 1);
  }
}

import { openDatabaseCpu } from '../database-cpu.ts';
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

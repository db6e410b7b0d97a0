import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import { createKeepingParts } from '../parts/keeping-parts.ts';
import type { Releases } from '../program/releases.ts';
import { openDeliveries } from '../upkeep/delivery-tasks.ts';
import { diskTasks, erasureTasks, leftOverTasks, upkeepTasks } from '../upkeep/upkeep-tasks.ts';
import type { Foundation } from './foundation.ts';

interface UpkeepOptions {
  readonly config: Config;
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly releases: Releases;
}

/** Starts the periodic work of the roles of this process. */
export async function startUpkeep({ config, foundation, log, releases }: UpkeepOptions): Promise<void> {
  const { database, diskRoom, hasTables } = foundation;
  const parts = { ...foundation, config, pool: database.pool, log };
  const { eraser } = createKeepingParts(parts);
  const deliveries = await openDeliveries({ ...parts, releases });
  const { diskNotices } = deliveries;
  const diskWatch = diskTasks({ room: diskRoom, notices: diskNotices, log });
  const tasks = [
    ...upkeepTasks(parts),
    ...erasureTasks({ ...parts, eraser }),
    ...deliveries.tasks,
    ...(diskNotices === null ? [] : diskWatch),
  ];
  // They use no table, so they begin without the database.
  const fileTasks = [...leftOverTasks(config), ...(diskNotices === null ? diskWatch : [])];
  releases.add(createUpkeep(fileTasks, log), (upkeep) => upkeep.stop()).start();
  releases.add(createUpkeep(tasks, log, hasTables), (upkeep) => upkeep.stop()).start();
}

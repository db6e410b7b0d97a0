import type { Server } from 'node:http';
import type { Pool } from 'pg';
import type { DiskRoom } from '../../../platform/disk/disk-room.ts';
import { type Part, parts } from '../../../platform/failure/errors.ts';
import type { Metrics } from './metrics.ts';

/** The values that this process knows of itself at any moment. */
export interface Readings {
  readonly pools: Readonly<Record<string, Pool>>;
  readonly servers: Readonly<Record<string, Server>>;
  readonly disk: Pick<DiskRoom, 'fullest'>;
  /** Null in a process that takes no submissions. */
  readonly intake: {
    uploads(): number;
    spoolBytes(): number;
    isOpen(): Promise<boolean>;
    /** Resolves with the parts that keep submissions from being stored. */
    unready(): Promise<readonly Part[]>;
  } | null;
}

/** A database that is away must not delay the values that the process itself knows. */
const waitMs = 500;

/** Sets the gauges of this process. Takes at most half a second. Never rejects. */
export async function takeReadings(metrics: Metrics, { pools, servers, disk, intake }: Readings): Promise<void> {
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    metrics.databaseConnections.set({ pool, state: 'active' }, totalCount - idleCount);
    metrics.databaseConnections.set({ pool, state: 'idle' }, idleCount);
    metrics.databaseConnections.set({ pool, state: 'waiting' }, waitingCount);
  }
  const readServers = Object.entries(servers).map(async ([listener, server]) => {
    metrics.connections.set({ listener }, await connectionsOf(server));
  });
  const readParts = intake === null ? [] : [readIntake(metrics, intake), readOpening(metrics, intake)];
  await Promise.all([...readServers, ...[readDisk(metrics, disk), ...readParts].map(inTime)]);
}

async function readIntake(metrics: Metrics, intake: NonNullable<Readings['intake']>): Promise<void> {
  metrics.uploads.set(intake.uploads());
  metrics.spoolBytes.set(intake.spoolBytes());
  const unready = await intake.unready();
  for (const part of parts) metrics.ready.set({ part }, unready.includes(part) ? 0 : 1);
}

async function readOpening(metrics: Metrics, { isOpen }: NonNullable<Readings['intake']>): Promise<void> {
  metrics.open.set((await isOpen()) ? 1 : 0);
}

async function readDisk(metrics: Metrics, disk: Pick<DiskRoom, 'fullest'>): Promise<void> {
  const fullest = await disk.fullest();
  if (fullest === null) return;
  metrics.diskFreeBytes.set(fullest.freeBytes);
  metrics.diskFloorBytes.set(fullest.floorBytes);
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/** Resolves when the work has ended or takes too long. A reading that comes later is shown at the next scrape. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}

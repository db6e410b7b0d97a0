import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { keepWorker } from './kept-worker.ts';
import { openDatabase } from './parts.ts';
import type { Service } from './service.ts';

/** Beyond the grace that a worker gives its requests: for the parts behind them. */
const releaseMs = 2000;

export interface WorkersOptions {
  readonly config: Config;
  readonly log: Logger;
  /** What each worker runs. */
  readonly program: string;
}

/** Of a process that could not be run its `ChildProcess` tells; without a listener the same event here would be thrown. */
function fork(): Worker {
  return cluster.fork().on('error', () => {});
}

/**
 * The service in several processes that take requests on one port. The embedded database belongs to this one, which
 * takes no requests.
 */
export async function startWorkers({ config, log, program }: WorkersOptions): Promise<Service> {
  const database = await openDatabase(config, log);
  cluster.setupPrimary({ exec: program, args: [] });
  const patienceMs = config.timeLimits.shutdownGraceMs + releaseMs;
  const workers = Array.from({ length: config.workers }, () => keepWorker({ fork, log, patienceMs }));

  async function stop(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.close();
  }

  try {
    const [address = ''] = await Promise.all(workers.map((worker) => worker.address));
    return { address, close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

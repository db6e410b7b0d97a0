import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { keepWorker } from './kept-worker.ts';
import { openDatabase } from './parts.ts';
import type { Service } from './service.ts';
import { shareOfWorker } from './worker-share.ts';

/** Beyond the grace that a worker gives its requests: for the parts behind them. */
const releaseMs = 2000;

export interface WorkersOptions {
  readonly config: Config;
  readonly log: Logger;
  /** What each worker runs. It finds its configuration on its standard input. */
  readonly program: string;
}

/** Without its listeners, what `KeptWorker` sees as the end of the process would be thrown here. */
function forkWith(config: Config): Worker {
  const worker = cluster.fork().on('error', () => {});
  // Not a message: `node:cluster` drops those that come before the program listens.
  worker.process.stdin?.on('error', () => {}).end(JSON.stringify(config));
  return worker;
}

/**
 * The service in several processes that take requests on one port. The embedded database belongs to this one, which
 * takes no requests.
 */
export async function startWorkers({ config, log, program }: WorkersOptions): Promise<Service> {
  const database = await openDatabase(config, log);
  cluster.setupPrimary({ exec: program, args: [], stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
  // As it was read at the start: a worker that comes later must not differ from those that are there.
  const share = shareOfWorker(config);
  const fork = () => forkWith(share);
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

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { processesIn, removeDataDirectory } from '../database/data-directory.ts';
import { type ProcessOptions, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** The working directory for processes of the service, with their data below it. */
export interface ServiceFolder {
  readonly path: string;
  readonly dataDirectory: string;
  start(env?: Record<string, string>, other?: Pick<ProcessOptions, 'account' | 'program' | 'node'>): ServiceProcess;
  /** Ends the processes that were started here. */
  endAll(): Promise<void>;
  /**
   * Ends the processes that were started here and removes the folder. Resolves with the ids of processes that were left
   * running.
   */
  remove(): Promise<readonly number[]>;
  /** Resolves with the number of visible requests in the embedded database, over a separate connection. */
  countRequests(): Promise<number>;
}

export async function makeServiceFolder(): Promise<ServiceFolder> {
  const path = await mkdtemp(join(tmpdir(), 'service-folder-'));
  const dataDirectory = join(path, 'data');
  const started: ServiceProcess[] = [];

  async function endAll(): Promise<void> {
    for (const service of started) await service.destroy();
  }

  return {
    path,
    dataDirectory,
    start(env = {}, other = {}) {
      const variables = { BUCKET_NAME: 'attachments', DATA_DIR: dataDirectory, ...env };
      const service = startServiceProcess({ env: variables, cwd: path, ...other });
      started.push(service);
      return service;
    },
    endAll,
    async remove() {
      await endAll();
      const left = await processesIn(path);
      await removeDataDirectory(path);
      return left;
    },
    async countRequests() {
      const pool = new Pool({
        host: clusterDirectory(dataDirectory),
        user: 'postgres',
        database: 'commissions',
        max: 1,
      });
      // The server may stop before it notices that the connection ends.
      pool.on('error', () => {});
      try {
        return (await pool.query('select from submitted_commission_requests')).rowCount ?? 0;
      } finally {
        await pool.end();
      }
    },
  };
}

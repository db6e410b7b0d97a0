import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { projectPath } from '../../bench/paths.ts';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { withClosing } from './closing.ts';
import { statusMiB } from './process-memory.ts';
import { runService } from './service-run.ts';

/** `dist/main.js` in its own process, with the embedded database and the filesystem store. Linux only. */
export interface ServiceUnderTrial {
  readonly pid: number;
  /** A port on the loopback. It is the inbox's port when the process has no other role. */
  readonly port: number;
  readonly dataDirectory: string;
  /** The service's database. */
  readonly pool: Pool;
  /** Runs a command of the program on the same data. Resolves with its standard output. */
  command(...args: readonly string[]): Promise<string>;
  /** Resolves with the resident memory of the process now, in MiB, without the database's processes. */
  residentMiB(): Promise<number>;
  /** Resolves with the peak of resident memory since the start, in MiB. */
  peakMiB(): Promise<number>;
  /** Resolves with the number of open file descriptors. */
  openFiles(): Promise<number>;
}

/**
 * Starts the service with its defaults and `env`. Stops it and removes its data when `work` has ended or a signal
 * arrives.
 */
export async function withService<T>(
  env: Readonly<Record<string, string>>,
  work: (service: ServiceUnderTrial) => Promise<T>,
): Promise<T> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'commission-trial-'));
  const ofService = { BUCKET_NAME: 'trial', DATA_DIR: dataDirectory, ...env };
  const run = runService(ofService, dataDirectory);
  const pool = new Pool({ host: clusterDirectory(dataDirectory), user: 'postgres', database: 'commissions', max: 2 });
  // The end of the database may come before that of a connection.
  pool.on('error', () => {});

  async function close(): Promise<void> {
    await pool.end();
    run.send('SIGTERM');
    await run.ended;
    await rm(dataDirectory, { recursive: true, force: true });
  }

  return withClosing(close, async () => {
    const port = await run.ready;
    if (port === null) throw new Error(`The service did not start: ${run.lastLines().join('\n')}`);
    return work({
      pid: run.pid,
      port,
      dataDirectory,
      pool,
      async command(...args) {
        const options = { env: { PATH: process.env.PATH, ...ofService } };
        return (await promisify(execFile)(process.execPath, [projectPath('dist/main.js'), ...args], options)).stdout;
      },
      residentMiB: () => statusMiB(run.pid, 'VmRSS'),
      peakMiB: () => statusMiB(run.pid, 'VmHWM'),
      openFiles: async () => (await readdir(`/proc/${run.pid}/fd`)).length,
    });
  });
}

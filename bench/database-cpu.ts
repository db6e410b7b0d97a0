import { readFile } from 'node:fs/promises';
import type { BenchDatabase } from './database.ts';
import { cpuTimeMs } from './process-usage.ts';

/**
 * Resolves with a function that returns the CPU time so far of this database's server, with all its processes. The
 * server must run on this machine.
 */
export async function openDatabaseCpu(database: BenchDatabase): Promise<() => Promise<number>> {
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

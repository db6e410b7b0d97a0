import { readFile } from 'node:fs/promises';
import type { BenchDatabase } from './database.ts';
import { cpuTimeMs } from './process-usage.ts';

/** Gives the CPU time that the server of this database has used so far, with all its processes. For a server on this machine. */
export async function openDatabaseCpu(database: BenchDatabase): Promise<() => Promise<number>> {
  const [row] = await database.query<{ file: string }>("select pg_read_file('postmaster.pid', 0, 20) as file");
  // Its first line.
  const pid = Number.parseInt(row?.file ?? '', 10);
  await readFile(`/proc/${pid}/stat`);
  return () => untilSteady(() => cpuTimeMs(pid));
}

/** A process of the server may end while it is asked; its parent then has its time. */
async function untilSteady(ask: () => Promise<number>, tries = 20): Promise<number> {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1) throw error;
    return untilSteady(ask, tries - 1);
  }
}

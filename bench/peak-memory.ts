import type { Contestant } from './contestants.ts';
import type { LoadJob } from './load-job.ts';
import { largeFiles } from './loads.ts';
import { measureStored } from './server-entrant.ts';
import type { World } from './world.ts';

/** Peaks of resident memory in MiB, one for each process. */
export interface PeakMemory {
  readonly contestant: Contestant;
  readonly peaksMiB: readonly number[];
}

/** Sixteen uploads of 100 MiB, eight at a time. */
const job: LoadJob = { forms: [largeFiles], submissions: 16, concurrency: 8, maxDurationMs: Number.MAX_SAFE_INTEGER };

/** Measures one process after another, so that each has the machine's memory to itself. */
export async function measurePeakMemory(
  contestants: readonly Contestant[],
  rounds: number,
  world: World,
): Promise<PeakMemory[]> {
  const results = contestants.map((contestant) => ({ contestant, peaksMiB: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { contestant, peaksMiB } of results) peaksMiB.push(await peakOf(contestant, world));
  }
  return results;
}

async function peakOf(contestant: Contestant, world: World): Promise<number> {
  const server = await world.start(contestant, world.database);
  try {
    await measureStored(job, server, world);
    return await server.peakMemoryMiB();
  } finally {
    await server.stop();
  }
}

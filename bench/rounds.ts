import type { Contestant } from './contestants.ts';
import type { Load } from './loads.ts';
import { measureCpuTime, measurePeakMemory, type Sample } from './measure.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/** What one contestant needed for one load. */
export interface CpuResult {
  readonly load: Load;
  readonly contestant: Contestant;
  /** In the order of the rounds, which contestants share. */
  readonly samples: readonly Sample[];
}

export interface MemoryResult {
  readonly load: Load;
  readonly contestant: Contestant;
  readonly peakMiB: number;
}

type Say = (line: string) => void;

/**
 * All contestants run from the first round to the last, and take turns at each load: whatever else the machine does
 * falls on all of them alike. Each round begins with another one.
 */
export async function runCpuRounds(
  loads: readonly Load[],
  contestants: readonly Contestant[],
  rounds: number,
  world: World,
  say: Say,
): Promise<CpuResult[]> {
  const results = loads.flatMap((load) =>
    contestants.map((contestant) => ({ load, contestant, samples: [] as Sample[] })),
  );
  const servers = new Map<Contestant, ServerProcess>();
  const serverOf = (contestant: Contestant) => servers.get(contestant) as ServerProcess;
  try {
    for (const contestant of contestants) servers.set(contestant, await world.start(contestant));
    say('warm-up');
    for (const { load, contestant } of results) await measureCpuTime(serverOf(contestant), warmUpOf(load), world);
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      for (const { load, contestant, samples } of inTurn(results, loads, round)) {
        samples.push(await measureCpuTime(serverOf(contestant), load, world));
      }
    }
    return results;
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

/** One process after the other, each with the machine's memory to itself. */
export async function runMemory(
  loads: readonly Load[],
  contestants: readonly Contestant[],
  world: World,
  say: Say,
): Promise<MemoryResult[]> {
  const results: MemoryResult[] = [];
  for (const load of loads) {
    for (const contestant of contestants) {
      say(`memory of ${contestant.name}`);
      const server = await world.start(contestant);
      try {
        results.push({ load, contestant, peakMiB: await measurePeakMemory(server, load, world) });
      } finally {
        await server.stop();
      }
    }
  }
  return results;
}

function inTurn<T extends { load: Load }>(results: readonly T[], loads: readonly Load[], round: number): T[] {
  return loads.flatMap((load) => {
    const ofLoad = results.filter((result) => result.load === load);
    const first = round % ofLoad.length;
    return [...ofLoad.slice(first), ...ofLoad.slice(0, first)];
  });
}

function warmUpOf(load: Load): Load {
  return { ...load, submissions: load.warmUpSubmissions };
}

import type { Contestant } from './contestants.ts';
import type { Entrant } from './entrants.ts';
import { countFiles, type LoadJob } from './load-job.ts';
import { type Sample, sampleOf } from './sample.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

export function serverEntrant(contestant: Contestant): Entrant {
  return {
    name: contestant.name,
    role: contestant.role,
    takes: () => true,
    async start(world) {
      const server = await world.start(contestant, world.database);
      return {
        measure: (job) => measureStored(job, server, world),
        stop: server.stop,
      };
    },
  };
}

/**
 * Starts with empty tables, and checks that everything was recorded. A server that stores less than it should is not
 * comparable.
 */
export async function measureStored(job: LoadJob, server: ServerProcess, world: World): Promise<Sample> {
  await world.records.clear();
  const sample = await measureServer(job, server, world);
  const { requests, files } = await world.records.count();
  if (requests !== sample.submissions || files !== countFiles(job, sample.submissions)) {
    throw new Error(`${sample.submissions} submissions left ${requests} requests and ${files} files`);
  }
  return sample;
}

export async function measureServer(job: LoadJob, server: ServerProcess, { generator }: World): Promise<Sample> {
  const before = await server.cpuTimeMs();
  const timing = await generator.run({ port: server.port, ...job });
  return sampleOf(timing, (await server.cpuTimeMs()) - before);
}

import type { Contestant } from './contestants.ts';
import type { Entrant } from './entrants.ts';
import { countFiles, type LoadJob } from './load-job.ts';
import type { Sample } from './sample.ts';
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
        measure: (load, step) => measureStored({ forms: load.forms, ...step }, server, world),
        stop: server.stop,
      };
    },
  };
}

/** Begins with empty tables, and sees to it that all was recorded: a server that does less than its job is no measure. */
export async function measureStored(job: LoadJob, server: ServerProcess, world: World): Promise<Sample> {
  await world.records.clear();
  const sample = await measureServer(job, server, world);
  const { requests, files } = await world.records.count();
  if (requests !== job.submissions || files !== countFiles(job)) {
    throw new Error(`${job.submissions} submissions left ${requests} requests and ${files} files`);
  }
  return sample;
}

export async function measureServer(job: LoadJob, server: ServerProcess, { generator }: World): Promise<Sample> {
  const before = await server.cpuTimeMs();
  const { wallMs, p50Ms, p99Ms } = await generator.run({ port: server.port, ...job });
  const cpuMs = (await server.cpuTimeMs()) - before;
  return { cpuMs: cpuMs / job.submissions, wallMs: wallMs / job.submissions, p50Ms, p99Ms };
}
